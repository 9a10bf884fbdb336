// `earshot coverage`: the page of docs/ about the wire format.
import type { Command } from './command.ts'

export const coverage: Command = {
  summary: 'print which operations of the wire format are served',
  description: `Prints docs/api-coverage.md: every operation of the wire format in all its generations, the file that serves it, our
choice where the format leaves one open, and the reason for each operation that is not served.`,
  examples: [['earshot coverage > docs/api-coverage.md', 'Write the page.']],
  async run() {
    const { coverageDocument } = await import('./coverage-document.ts')
    console.log(await coverageDocument())
  },
}
