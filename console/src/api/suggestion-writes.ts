// What people add to a suggestion: comments, notes, supporters, feedback, status updates, files and links.
import type { Attachment, FeedbackRecord, Supporter, UploadOptions } from '@earshot/client'
import { api, type RequestBody } from './client.ts'

const at = (id: number) => ({ path: { id } })

export const addComment = (suggestion: number, body: string) =>
  api.post('/comments', { body: { body, channel: 'admin', links: { suggestion } } })
export const moderateComment = (id: number, verb: 'approve' | 'spam' | 'delete' | 'restore') =>
  api.put(`/comments/{id}/${verb}`, at(id))

export const addNote = (body: RequestBody<'POST', '/notes'>) => api.post('/notes', { body })
export const deleteNote = (id: number) => api.delete('/notes/{id}', at(id))

export type WrittenText = { etag: string; body: string }

/** The text of a comment or a note, and how it is written over a version. */
export const TEXTS = {
  comments: {
    async load(id: number): Promise<WrittenText> {
      const { data, etag } = await api.request('GET', '/comments/{id}', at(id))
      return { etag: etag ?? '*', body: data.comments[0]?.body ?? '' }
    },
    send: (id: number, body: string, etag: string) =>
      api.put('/comments/{id}', { ...at(id), body: { body }, headers: { 'if-match': etag } }),
  },
  notes: {
    async load(id: number): Promise<WrittenText> {
      const { data, etag } = await api.request('GET', '/notes/{id}', at(id))
      return { etag: etag ?? '*', body: data.notes[0]?.body ?? '' }
    },
    send: (id: number, body: string, etag: string) =>
      api.put('/notes/{id}', { ...at(id), body: { body }, headers: { 'if-match': etag } }),
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
