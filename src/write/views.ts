// Saved views, private to a user or shared.
import type { Tx } from '../db/db.ts'
import { views } from '../resources/views.ts'
import {
  createRecord,
  type Input,
  type LinkIds,
  linkNotFound,
  requireLinkedRecords,
} from './core/records.ts'

export async function createView(
  tx: Tx,
  actor: number,
  { links = {}, ...fields }: Input & { links?: LinkIds },
): Promise<number> {
  const { suggestion, smartvote_experiment, user = actor } = links
  if (smartvote_experiment !== undefined && smartvote_experiment !== null)
    throw linkNotFound('smartvote_experiment', 'smartvote_experiments', smartvote_experiment)
  await requireLinkedRecords(tx, views, { suggestion }, { suggestion: 'suggestions' })
  return createRecord(tx, views, actor, { ...fields, object_id: suggestion, links: { user } })
}
