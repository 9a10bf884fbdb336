// The scheduled backup. The queue runs it once, whatever number of processes there are.
import { makeBackup } from '../backup/scheduled.ts'
import type { Context } from '../context.ts'
import { COMMAND, recordAudit } from '../write/core/audit.ts'

type BackupContext = Pick<Context, 'db' | 'backups'>

/** Ends when the process stops; another process, or the next start, tries again. */
export async function makeScheduledBackup({ db, backups }: BackupContext): Promise<void> {
  // Such a process does not take the job from the queue.
  if (!backups) return
  const { manifest } = await makeBackup(backups.connection(), backups, { signal: backups.signal })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  await recordAudit(db, COMMAND, { action: 'backup_created', after: { rows } })
}
