// Files of suggestions and comments: pictures are shown, others are downloaded.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import type { Attachment } from '../records.ts'
import { type Problems, problemOf } from './form.ts'
import { number, pathOf } from './format.ts'
import { FILE_ICON } from './icons.ts'

export const MAX_FILES = 10
/** What people can choose; the service looks at the bytes. */
export const FILE_TYPES = '.png,.jpg,.jpeg,.gif,.webp,.avif,.pdf,.txt,.csv'

const PICTURE = /^image\/(png|jpeg|gif|webp|avif)$/

const KILOBYTE = 1000

const sizeOf = (bytes: number): Html => {
  if (bytes < KILOBYTE) return html`${number(bytes)} B`
  const kilobytes = bytes / KILOBYTE
  return kilobytes < KILOBYTE
    ? html`${number(Math.round(kilobytes))} kB`
    : html`${number(Math.round(kilobytes / 100) / 10)} MB`
}

export function attachmentList(attachments: Attachment[]): Html | '' {
  if (attachments.length === 0) return ''
  return html`<ul class="es-files" aria-label="${t`Files`}">${attachments.map(
    (file) =>
      html`<li>${
        PICTURE.test(file.content_type)
          ? html`<a class="es-picture" href="${pathOf(file.url)}"><img src="${pathOf(file.thumb_url)}" alt="${file.file_name}" loading="lazy"></a>`
          : html`<a class="es-file" href="${pathOf(file.url)}" download>${FILE_ICON}<span dir="auto">${file.file_name}</span> <span class="es-soft">${sizeOf(file.size_in_bytes)}</span></a>`
      }</li>`,
  )}</ul>`
}

/** Those that were uploaded already stay chosen. The element uploads while people write; without it they go with the form. */
export const fileField = (uploaded: Attachment[], problems: Problems): Html =>
  html`<es-files max="${MAX_FILES}" data-remove="${t`Remove ${'#'}`}" data-failed="${t`${'#'} could not be uploaded. Allowed are pictures, PDF, text and CSV of at most 10 MB.`}" data-many="${t`At most ${MAX_FILES} files`}" data-uploading="${t`Uploading ${'#'}`}"><label for="files">${t`Files`}</label><div class="es-drop"><input id="files" name="files" type="file" multiple accept="${FILE_TYPES}" aria-describedby="files-hint"></div>
<p class="es-hint" id="files-hint">${t`Pictures, PDF, text or CSV, at most 10 MB each. You can also drop or paste them.`}</p>${problemOf(problems, 'files')}
<ul class="es-files" aria-live="polite">${uploaded.map(
    (file) =>
      html`<li><label class="es-file"><input type="checkbox" name="attachment_ids" value="${file.id}" checked> <span dir="auto">${file.file_name}</span> <span class="es-soft">${sizeOf(file.size_in_bytes)}</span></label></li>`,
  )}</ul></es-files>`
