import { IS_PUBLIC_FILE } from '../attachments.ts'
import { fileAddress, integer, resource, rowsOf, text } from '../resource.ts'

const fields = {
  id: integer,
  file_name: text,
  content_type: text,
  size_in_bytes: integer,
  url: fileAddress('/files/{file_key}', IS_PUBLIC_FILE),
  thumb_url: fileAddress('/files/{file_key}/thumbnail', IS_PUBLIC_FILE),
}

/** Files as the portal shows them. */
export const portalFiles = resource('attachments', {
  singular: 'attachment',
  view: 'files of end users',
  access: { scope: 'files' },
  events: null,
  fields,
  links: null,
  sorts: ['id'],
  filters: {},
})

/** The files of a record: a condition on `attachments`. */
export const filesOf = (where: string) => rowsOf('attachments', where, fields)
