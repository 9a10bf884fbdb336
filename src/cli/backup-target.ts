// Where scheduled backups go, as the environment says.
import { type BackupTarget, isBackupName } from '../backup/scheduled.ts'
import type { Config } from '../config.ts'
import { openStore, openStoreAt } from '../store/open-store.ts'
import { readEncryption } from './backup-encryption.ts'

export type Backups = BackupTarget & { schedule: string }

/** Null without BACKUP_URL. */
export async function openBackups(config: Config): Promise<Backups | null> {
  if (config.backups === null) return null
  const { location, schedule, keep, recipients, passphraseFile } = config.backups
  return {
    store: openStoreAt(location, { isKey: isBackupName, isSpread: false }),
    files: config.bucket === null ? openStore(config) : null,
    encryption: await readEncryption({
      ...(recipients && { recipient: recipients }),
      ...(passphraseFile !== null && { 'passphrase-file': passphraseFile }),
    }),
    schedule,
    keep,
  }
}
