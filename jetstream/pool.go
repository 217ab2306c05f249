package jetstream

import (
	"context"
	"sync"
)

// pool works on deliveries with a number of handlers. Those of one session are handled
// one after the other in the order they came, those of different sessions at once; a
// session that takes long holds up no other. A delivery that was delivered before is
// handled while nothing else is: if it is what ended a worker, it takes no neighbour
// with it.
type pool struct {
	handle   func(*delivery)
	capacity int
	handlers sync.WaitGroup

	mu    sync.Mutex
	work  *sync.Cond // something may have become runnable
	space *sync.Cond // something was finished

	held     map[*delivery]struct{} // everything the pool has
	arrived  []*delivery            // not looked at yet
	sessions map[string][]*delivery // the first of each is ready or being handled
	ready    []string               // sessions whose first delivery waits for a handler
	working  int                    // deliveries being handled
	alone    bool                   // the one being handled wants no other beside it
	closed   bool
}

// newPool returns a pool that holds up to capacity deliveries.
func newPool(handlers, capacity int, handle func(*delivery)) *pool {
	p := &pool{handle: handle, capacity: capacity, held: make(map[*delivery]struct{}), sessions: make(map[string][]*delivery)}
	p.work, p.space = sync.NewCond(&p.mu), sync.NewCond(&p.mu)
	for range handlers {
		p.handlers.Go(p.run)
	}
	return p
}

// add takes a delivery. There has to be room for it.
func (p *pool) add(d *delivery) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held[d] = struct{}{}
	p.arrived = append(p.arrived, d)
	p.work.Signal()
}

func (p *pool) run() {
	for {
		d := p.next()
		if d == nil {
			return
		}
		p.handle(d)
		p.finish(d)
	}
}

// next waits for a delivery that may be handled now; nil when the pool is closed.
func (p *pool) next() *delivery {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if d := p.runnable(); d != nil {
			p.working++
			return d
		}
		if p.closed {
			return nil
		}
		p.work.Wait()
	}
}

func (p *pool) runnable() *delivery {
	if p.alone {
		return nil
	}
	for len(p.arrived) > 0 && !p.arrived[0].again() {
		d := p.arrived[0]
		p.arrived = p.arrived[1:]
		waiting := p.sessions[d.session]
		p.sessions[d.session] = append(waiting, d)
		if len(waiting) == 0 {
			p.ready = append(p.ready, d.session)
		}
	}
	if len(p.ready) > 0 {
		session := p.ready[0]
		p.ready = p.ready[1:]
		return p.sessions[session][0]
	}
	if len(p.arrived) > 0 && p.working == 0 {
		d := p.arrived[0]
		p.arrived = p.arrived[1:]
		p.alone = true
		return d
	}
	return nil
}

func (p *pool) finish(d *delivery) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.held, d)
	p.working--
	if d.again() {
		p.alone = false
		p.work.Broadcast() // everything that came meanwhile
	} else if rest := p.sessions[d.session][1:]; len(rest) > 0 {
		p.sessions[d.session] = rest
		p.ready = append(p.ready, d.session) // for this handler, or one that is done before
	} else {
		delete(p.sessions, d.session)
	}
	p.space.Broadcast()
}

// room waits until n deliveries fit into the pool, or ctx ends.
func (p *pool) room(ctx context.Context, n int) error {
	return p.waitFor(ctx, func() bool { return len(p.held)+n <= p.capacity })
}

// drain waits until the pool is empty, or ctx ends.
func (p *pool) drain(ctx context.Context) error {
	return p.waitFor(ctx, func() bool { return len(p.held) == 0 })
}

func (p *pool) waitFor(ctx context.Context, so func() bool) error {
	defer context.AfterFunc(ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.space.Broadcast()
	})()
	p.mu.Lock()
	defer p.mu.Unlock()
	for !so() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.space.Wait()
	}
	return nil
}

// each calls f with every delivery the pool has.
func (p *pool) each(f func(*delivery)) {
	p.mu.Lock()
	held := make([]*delivery, 0, len(p.held))
	for d := range p.held {
		held = append(held, d)
	}
	p.mu.Unlock()
	for _, d := range held {
		f(d)
	}
}

// close ends the handlers when everything the pool has is handled.
func (p *pool) close() {
	_ = p.drain(context.Background()) // which does not end
	p.mu.Lock()
	p.closed = true
	p.work.Broadcast()
	p.mu.Unlock()
	p.handlers.Wait()
}
