// `earshot move-out`: the whole account in the form that `earshot move-in` reads.
import { readConfig } from '../config.ts'
import { KINDS } from '../move/form.ts'
import { FormError } from '../move/reader.ts'
import { writeForm } from '../move/write-form.ts'
import { openStore } from '../store/open-store.ts'
import { COMMAND, recordAudit } from '../write/core/audit.ts'
import { type Command, CommandError, jsonOption } from './command.ts'
import { withDatabase, withOwnConnections } from './database.ts'
import { runInterruptibly } from './interrupt.ts'
import { localAddress } from './running.ts'
import { renderTable } from './table.ts'

export const moveOut: Command = {
  summary: 'write the whole account as a folder that others can read',
  description: `Writes everything that \`earshot move-in\` brings, as documented in docs/move.md: one line of JSON for each record, and the files.
Everything is as it was at one moment, and the service can keep running. Roles, passwords, tokens and settings are not part of it; a
backup has those.`,
  arguments: [{ name: 'PATH', description: 'A folder that is empty or does not exist.' }],
  options: jsonOption('{"counts"}'),
  examples: [['earshot move-out ./acme', 'Write the account to the folder acme.']],
  async run({ json }, [folder = '']) {
    const config = readConfig()
    const account = config.publicUrl ?? localAddress(config)
    const manifest = await runInterruptibly((signal) =>
      withDatabase(config, async (database) => {
        const { db } = database
        const store = openStore(config)
        const written = await withOwnConnections(database, (own) =>
          writeForm({ db: own, store, folder, account, signal, progress() {} }),
        )
        const records = Object.values(written.counts).reduce((sum, count) => sum + count, 0)
        await recordAudit(db, COMMAND, {
          action: 'data_exported',
          after: { collection: 'move', records },
        })
        return written
      }).catch((error) => {
        if (error instanceof FormError) throw new CommandError(error.message)
        throw error
      }),
    )
    const { counts, left_out = [] } = manifest
    if (json) return console.log(JSON.stringify({ counts, left_out }))
    const rows = KINDS.map((kind) => [kind, counts[kind] ?? 0])
    console.log(renderTable(['KIND', 'RECORDS'], rows))
    for (const { kind, key, reason } of left_out)
      console.error(`Left out ${kind} ${key}: ${reason}`)
  },
}
