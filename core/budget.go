package core

// maxCompared bounds how many bytes of the conversation the values of one call are
// compared with by the checks that look at every value: a call with a hundred thousand
// values against a megabyte of tainted text is no work that anybody needs done. It takes
// a fraction of a second.
const maxCompared = 1 << 27

// tooMuch is why a check could not be evaluated when the bound was reached.
const tooMuch = "the call has too many values for so long a conversation"

// compare counts a comparison with so many bytes. It reports whether there is still room
// for it; once there was none, what needs comparing cannot be evaluated.
func (c *examination) compare(bytes int) bool {
	c.compared += bytes
	return c.compared <= maxCompared
}

// exhausted reports whether something was not compared anymore.
func (c *examination) exhausted() bool { return c.compared > maxCompared }
