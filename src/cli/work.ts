// `earshot work`: background jobs, without HTTP.
import { readConfig } from '../config.ts'
import type { Command } from './command.ts'
import { logOption, readLogFormat, runUntilSignal } from './running.ts'

export const work: Command = {
  summary: 'run background jobs only',
  description: `Runs background jobs without serving HTTP, until a signal stops the process: queued imports, figures, thumbnails and
the removal of unused files.

\`earshot serve\` runs the same jobs beside HTTP. With \`earshot serve --no-jobs\` at least one \`earshot work\` must run.
Any number can run: each job runs once, and when a process dies another one takes over its jobs.`,
  options: logOption,
  examples: [['earshot work', 'Run background jobs until Ctrl-C.']],
  async run(values) {
    const logFormat = readLogFormat(values)
    const options = { hasJobs: true, ifAbsent: 'refuse', logFormat } as const
    await runUntilSignal(readConfig(), options, async () => {
      console.log('Worker started. Ctrl-C stops it.')
    })
  },
}
