import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('a formatted text is the words that it shows', () => {
  const text = '## Plan\n\n**Export** as [CSV](https://example.com)\n\n- one\n- `two`'
  const words = plainText(text, 'text/markdown')
  for (const mark of ['#', '*', '[', '](', '`']) expect(words).not.toContain(mark)
  expect(words).toContain('Export as CSV')
  // What is not Markdown keeps its characters.
  expect(plainText('2 * 3 * 4', 'text/plain')).toBe('2 * 3 * 4')
  expect(plainText(null, undefined)).toBe('')
})
