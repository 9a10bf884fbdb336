// Messages to the supporters of a suggestion, who get them by mail.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { supporter_messages } from '../resources/supporter_messages.ts'
import { logActivity } from './core/activity.ts'
import { createRecord } from './core/records.ts'
import { addMailings } from './mailings.ts'

export type NewSupporterMessage = {
  body: string
  body_mime_type?: string
  notification_email_address?: string
  links: { suggestion: number }
}

export async function createSupporterMessage(
  tx: Tx,
  actor: number,
  message: NewSupporterMessage,
): Promise<number> {
  const id = await createRecord(tx, supporter_messages, actor, message)
  const { suggestion } = message.links
  await sql`
    update suggestions set last_supporter_message_id = ${id} where id = ${suggestion}`.execute(tx)
  await logActivity(tx, actor, {
    kind: 'supporter_message_created',
    suggestion_id: suggestion,
    supporter_message_id: id,
    new_body: message.body,
  })
  await addMailings(tx, 'supporter_message', sql`select ${id}::bigint`)
  return id
}
