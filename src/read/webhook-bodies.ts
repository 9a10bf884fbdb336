// What a delivery says: rendered when it is sent for the first time, and then repeated as it was.
import type { Area } from '../resources/access.ts'
import { findResource } from '../resources/index.ts'
import { TEST_EVENT, type WebhookFormat } from '../resources/webhooks.ts'
import { isLanguage } from '../texts/texts.ts'
import { answerObject, type Reader } from './answer.ts'
import { renderChatMessage } from './chat-messages.ts'
import { readServiceHookData, testServiceHookData } from './service-hook-data.ts'

export type WebhookEvent = {
  event: string
  collection: string
  /** Null: very many records changed. */
  recordId: number | null
  suggestionId: number | null
  occurredAt: Date
  webhookId: number
  format: WebhookFormat
  dataFormat: string
  /** What the webhook may send; null for everything. */
  areas: string[] | null
  language: string | null
}

/**
 * The text that is signed: of a service hook the field `data`, else the whole body. Undefined when there is nothing to say any more, because
 * the record is gone.
 */
export async function renderWebhookBody(
  reader: Reader,
  event: WebhookEvent,
  siteName: string,
): Promise<string | undefined> {
  const { format, areas } = event
  const limited = { ...reader, areas: areas === null ? null : new Set(areas as Area[]) }
  if (format === 'standard') return renderStandard(limited, event)
  if (format === 'service_hook') return renderServiceHook(limited, event)
  return renderChat(limited, event, siteName, format)
}

async function renderStandard(reader: Reader, event: WebhookEvent): Promise<string> {
  const { event: type, recordId, occurredAt } = event
  const data =
    type === TEST_EVENT
      ? JSON.stringify({ webhook: event.webhookId })
      : ((await readRecord(reader, event)) ?? JSON.stringify(recordId && { id: recordId }))
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(occurredAt)},"data":${data}}`
}

/** As the Admin API shows it now; undefined when it is gone. */
async function readRecord(
  reader: Reader,
  { event, collection, recordId }: WebhookEvent,
): Promise<string | undefined> {
  const resource = findResource(collection)
  if (!resource || recordId === null || event.endsWith('.deleted') || event === TEST_EVENT)
    return undefined
  return answerObject(reader, resource, recordId)
}

function renderServiceHook(
  { pool, baseUrl }: Reader,
  { event, recordId, suggestionId, dataFormat }: WebhookEvent,
): string | undefined | Promise<string | undefined> {
  if (event === TEST_EVENT) return testServiceHookData(dataFormat)
  const id = event === 'suggestion_votes_update' ? suggestionId : recordId
  if (id === null) return undefined
  return readServiceHookData(pool, baseUrl, { event, id, format: dataFormat })
}

type SuggestionFacts = { title: string; forum: string; status: string | null; supporters: number }

async function renderChat(
  reader: Reader,
  event: WebhookEvent,
  siteName: string,
  format: 'slack' | 'teams' | 'discord',
): Promise<string> {
  const record = await readRecord(reader, event)
  const { recordId, suggestionId, language } = event
  const { rows } =
    suggestionId === null || !(reader.areas?.has('feedback') ?? true)
      ? { rows: [] }
      : await reader.pool.query<SuggestionFacts>(
          `select s.title, f.name as forum, t.name as status, g.supporters_count as supporters
            from suggestions s join suggestion_figures g using (id) join forums f on f.id = s.forum_id
              left join statuses t on t.id = s.status_id where s.id = $1`,
          [suggestionId],
        )
  const path =
    suggestionId === null || rows.length === 0 ? '/admin' : `/admin/suggestions/${suggestionId}`
  return renderChatMessage(
    format,
    {
      event: event.event,
      recordId,
      record: record === undefined ? undefined : JSON.parse(record),
      suggestion: rows[0] ?? null,
      url: `${reader.baseUrl}${path}`,
      siteName,
    },
    isLanguage(language) ? language : 'en',
  )
}
