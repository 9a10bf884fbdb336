// `earshot work`: background jobs, without HTTP.
import { readConfig } from '../config.ts'
import type { Command } from './command.ts'
import { parseLogFormat, runUntilSignal } from './running.ts'

export const work: Command = {
  summary: 'run background jobs, beside processes that serve',
  help: `usage: earshot work [--log json|pretty]

Applies what was queued and keeps figures, thumbnails and files in order, without serving, until a signal ends it.
\`earshot serve\` does the same beside serving; with \`earshot serve --no-jobs\` at least one \`earshot work\` must run. Any
number may: each thing is done once, and what a process leaves undone when it dies another does.

  --log    json or pretty; without it pretty on a terminal, json elsewhere`,
  options: { log: { type: 'string' } },
  async run(values) {
    const logFormat = parseLogFormat(values)
    const options = { hasJobs: true, ifAbsent: 'refuse', logFormat } as const
    await runUntilSignal(readConfig(), options, async () => {
      console.log('Worker started. Ctrl-C stops it.')
    })
  },
}
