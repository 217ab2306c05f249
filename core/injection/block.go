package injection

// Block returns the bounds of the block that a passage stands in: the JSON string
// value, table cell, list item, markup element or else paragraph. Whoever wrote the
// passage wrote its block, so the values in it are the author's too. A passage over the
// border of blocks has them all. The time is linear in the text; [Blocks] is for many
// passages of one text.
func Block(text string, p Passage) (start, end int) {
	blocks := Blocks(text, []Passage{p})
	if len(blocks) == 0 {
		return p.Start, p.End
	}
	return blocks[0].Start, blocks[0].End
}

// Blocks returns the blocks that the passages of a text stand in, in the order of the
// text and without overlaps. passages are ordered as [Scan] returns them; a block has
// the rule of its first passage. The time is linear in the text and the passages.
func Blocks(text string, passages []Passage) []Passage {
	var blocks []Passage
	next := 0 // of the passages
	begin := 0
	pass := func(border int) {
		// The passages that begin in text[begin:border] and end there have their block.
		for next < len(passages) && passages[next].Start < border {
			p := passages[next]
			if p.End > border {
				return // the block goes on over this border
			}
			if n := len(blocks); n > 0 && blocks[n-1].End > begin {
				blocks[n-1].End = border
			} else {
				blocks = append(blocks, Passage{begin, border, p.Rule})
			}
			next++
		}
		begin = border
	}
	o := outline{text: text, border: func(at int) {
		if at > begin && at < len(text) && next < len(passages) {
			pass(at)
		}
	}}
	o.run()
	pass(len(text))
	for i := range blocks {
		blocks[i] = trim(text, blocks[i])
	}
	return blocks
}
