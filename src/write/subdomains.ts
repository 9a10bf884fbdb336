// The account. Its default forum is stored as `is_default` of the forum.
import type { Tx } from '../db/db.ts'
import { forums } from '../resources/forums.ts'
import { subdomains } from '../resources/subdomains.ts'
import { clearDefault, type Input, requireLinkedRecords, updateRecord } from './core/records.ts'

export async function updateSubdomain(
  tx: Tx,
  actor: number,
  id: number,
  { links, ...changes }: Input,
): Promise<void> {
  await requireLinkedRecords(tx, subdomains, links)
  await updateRecord(tx, subdomains, { id, actor }, changes)
  const forum = links?.default_forum
  if (forum === undefined) return
  if (forum === null) await clearDefault(tx, forums)
  else await updateRecord(tx, forums, { id: forum, actor }, { is_default: true })
}
