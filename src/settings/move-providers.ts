// Providers were a setting before they became records. Their secrets are encrypted, so no migration can move them.
import { sql } from 'kysely'
import { createProviderRecord, type ProviderInput } from '../auth/sign-in/oidc-providers.ts'
import { decryptSecret, type ReadKeys } from '../core/secret-keys.ts'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../write/core/transaction.ts'

const UPGRADE = { requestId: 'upgrade' }

const NAME = 'sign_in_providers'

type Row = { value: ProviderInput[]; encrypted: Buffer | null }

/** Those that the setting of an earlier version, or of a restored backup, has. */
export async function moveProviders(
  db: Db,
  readKeys: ReadKeys,
  warn: (message: string) => void,
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const { rows } = await sql<Row>`
        delete from settings where name = ${NAME} returning value, encrypted_secret as encrypted`.execute(
        tx,
      )
      for (const { value, encrypted } of rows) {
        const secrets: Record<string, string> = encrypted
          ? JSON.parse(decryptSecret(await readKeys(), encrypted, `settings ${NAME}`).toString())
          : {}
        for (const provider of value) {
          const client_secret = secrets[`${provider.issuer} ${provider.client_id}`]
          await createProviderRecord(
            tx,
            { readKeys, origin: UPGRADE },
            { ...provider, client_secret },
          )
        }
      }
    })
  } catch (error) {
    // The service starts, and the setting stays as it is.
    warn(`The setting ${NAME} cannot be moved: ${(error as Error).message}`)
  }
}
