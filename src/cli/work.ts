// `earshot work`: what happens later, without HTTP.
import { readConfig } from '../config.ts'
import type { Command } from './command.ts'
import { runUntilSignal } from './running.ts'

export const work: Command = {
  summary: 'do what happens later, beside processes that serve',
  help: `usage: earshot work

Applies what was queued and keeps figures, thumbnails and files in order, without serving, until a signal ends it.
\`earshot serve\` does the same beside serving; with \`earshot serve --no-jobs\` at least one \`earshot work\` must run. Any
number may: each thing is done once, and what a process leaves undone when it dies another does.`,
  options: {},
  async run() {
    await runUntilSignal(readConfig(), { hasJobs: true, ifAbsent: 'refuse' }, async () => {
      console.log('Earshot works. Ctrl-C stops it.')
    })
  },
}
