// `earshot audit`: the log of sign-ins and of changes of people, clients and settings.
import type { Command, Option } from './command.ts'
import { exportCommand } from './export.ts'

const options = exportCommand.options as Record<string, Option>

export const audit: Command = {
  summary: 'read the audit log',
  description: `The audit log says who did what, when and from where: sign-ins and failures, changes of people, roles, API clients and
settings, exports, erasures, backups and restores. Entries are only added.`,
  examples: [],
  subcommands: {
    export: {
      summary: 'write the audit log to a file, as NDJSON or CSV',
      description: 'Writes every entry as the API returns it, the oldest first.',
      options: { ...options, format: { ...(options.format as Option), default: 'ndjson' } },
      examples: [
        ['earshot audit export --output audit.ndjson', 'Write the whole log.'],
        ['earshot audit export | grep \'"sign_in_failed"\'', 'Print the sign-ins that failed.'],
      ],
      run: async (values) => exportCommand.run?.(values, ['audit_entries']),
    },
  },
}
