// What people add to a suggestion: comments, notes, supporters, feedback, status updates, files and links.
import type { Attachment, Comment, FeedbackRecord, Supporter, UploadOptions } from '@earshot/client'
import { api, type RequestBody } from './client.ts'

const at = (id: number) => ({ path: { id } })

/** What the editor writes. */
export const MARKDOWN = 'text/markdown' as const

export type FormattedText = { body: string; body_mime_type: string }

/** An empty text has no type. */
export const formatted = (body: string): FormattedText => ({
  body,
  body_mime_type: body === '' ? '' : MARKDOWN,
})

/** As a member of a request. */
export const mimeTypeOf = ({ body_mime_type }: FormattedText): 'text/plain' | 'text/markdown' =>
  body_mime_type === MARKDOWN ? MARKDOWN : 'text/plain'

export const addComment = async (suggestion: number, body: string): Promise<Comment | undefined> =>
  (
    await api.post('/comments', {
      body: { body, body_mime_type: MARKDOWN, channel: 'admin', links: { suggestion } },
    })
  ).comments[0]
export const moderateComment = (id: number, verb: 'approve' | 'spam' | 'delete') =>
  api.put(`/comments/{id}/${verb}`, at(id))

export const addNote = (note: RequestBody<'POST', '/notes'>) =>
  api.post('/notes', { body: { ...note, body_mime_type: MARKDOWN } })
export const deleteNote = (id: number) => api.delete('/notes/{id}', at(id))

export type WrittenText = FormattedText & { etag: string }

type Loaded = FormattedText | undefined
const written = (text: Loaded, etag: string | null): WrittenText => ({
  etag: etag ?? '*',
  body: text?.body ?? '',
  body_mime_type: text?.body_mime_type ?? 'text/plain',
})
const over = (id: number, text: FormattedText, etag: string) => ({
  ...at(id),
  body: { body: text.body, body_mime_type: mimeTypeOf(text) },
  headers: { 'if-match': etag },
})

/** The text of a comment or a note, and how it is written over a version. */
export const TEXTS = {
  comments: {
    async load(id: number): Promise<WrittenText> {
      const { data, etag } = await api.request('GET', '/comments/{id}', at(id))
      return written(data.comments[0], etag)
    },
    send: (id: number, text: FormattedText, etag: string) =>
      api.put('/comments/{id}', over(id, text, etag)),
  },
  notes: {
    async load(id: number): Promise<WrittenText> {
      const { data, etag } = await api.request('GET', '/notes/{id}', at(id))
      return written(data.notes[0], etag)
    },
    send: (id: number, text: FormattedText, etag: string) =>
      api.put('/notes/{id}', over(id, text, etag)),
  },
}

/** Undefined when the person supported it already. */
export async function addSupporter(
  body: RequestBody<'POST', '/supporters'>,
): Promise<Supporter | undefined> {
  const { status, data } = await api.request('POST', '/supporters', { body })
  return status === 201 ? data.supporters[0] : undefined
}
export const removeSupporter = (id: number) => api.delete('/supporters/{id}', at(id))

export const addFeedback = async (
  body: RequestBody<'POST', '/feedback_records'>,
): Promise<FeedbackRecord | undefined> =>
  (await api.post('/feedback_records', { body })).feedback_records[0]
export const deleteFeedback = (id: number) => api.put('/feedback_records/{id}/delete', at(id))
export const restoreFeedback = (id: number) => api.put('/feedback_records/{id}/undelete', at(id))

/** The id of the update. */
export const updateStatus = async (
  body: RequestBody<'POST', '/status_updates'>,
): Promise<number | undefined> =>
  (await api.post('/status_updates', { body })).status_updates[0]?.id
export const deleteStatusUpdate = (id: number) => api.delete('/status_updates/{id}', at(id))

/** The service keeps a file for some days until a record links to it. */
export async function uploadFile(file: File, options: UploadOptions): Promise<Attachment> {
  const { attachments } = await api.upload(file, { fileName: file.name, ...options })
  const [attachment] = attachments
  if (!attachment) throw new Error('The response has no attachment.')
  return attachment
}
/** Only adds, so the version does not matter. */
export const attachFile = (suggestion: number, token: string) =>
  api.put('/suggestions/{id}', { ...at(suggestion), body: { attachment_tokens: [token] } })
export const deleteAttachment = (id: number) => api.delete('/attachments/{id}', at(id))

const pair = (suggestion: number, linked_suggestion: number) => ({
  body: { links: { suggestion, linked_suggestion } },
})
export const linkSuggestions = (id: number, other: number) =>
  api.post('/suggestions/link', pair(id, other))
export const unlinkSuggestions = (id: number, other: number) =>
  api.post('/suggestions/unlink', pair(id, other))

export type NewSuggestion = RequestBody<'POST', '/suggestions'>

/** The id of the new suggestion. */
export async function createSuggestion(body: NewSuggestion): Promise<number> {
  const { suggestions } = await api.post('/suggestions', { body })
  const [suggestion] = suggestions
  if (!suggestion) throw new Error('The response has no suggestion.')
  return suggestion.id
}
