"""Times the Python reference on the inputs it is given, on demand.

Reads one JSON request a line: {"context": [...], "call": {...}, "facts": {...},
"seconds": s}. Checks it for about s seconds of CPU time and answers one line:
{"outcome": ..., "checks": n, "cpu_seconds": t}.
"""

import json
import sys
import time
from typing import Literal

from solvi.agents import Guard

guard = Guard()


@guard.tool(ground={"iban": "whole", "amount": "token"})
def send_payment(iban: str, amount: float, currency: Literal["EUR", "USD"] = "EUR") -> str:
    """Pay an invoice."""
    return "paid"


@guard.policy("send_payment")
def under_hard_cap(amount: float) -> bool:
    """No payment over 10,000."""
    return amount <= 10_000


@guard.policy("send_payment", on_fail="escalate")
def within_daily_budget(amount: float, spent_today: float) -> bool:
    """More than 2,000 a day needs a person."""
    return amount + spent_today <= 2_000


guard.require_confirmation("send_payment", arguments=["iban", "amount"])


def check(request):
    return guard.check(request["call"], context=request["context"], facts=request["facts"], store=False)


for line in sys.stdin:
    request = json.loads(line)
    outcome = check(request).outcome
    checks, start = 0, time.process_time()
    while time.process_time() - start < request["seconds"]:
        check(request)
        checks += 1
    print(json.dumps({"outcome": outcome, "checks": checks, "cpu_seconds": time.process_time() - start}), flush=True)
