import { type Html, html } from '../../src/texts/html.ts'
import type { Status } from '../records.ts'

const COLOR = /^#[0-9a-f]{6}$/i

/** A dot in the status's colour: its name is in the colour of texts, which is readable on every background. */
export const statusBadge = (status: Pick<Status, 'name' | 'color'> | null): Html | '' =>
  status === null
    ? ''
    : html`<span class="es-status">${statusDot(status.color)}${status.name}</span>`

/** As a picture, because the policy of the pages allows no styles in attributes. */
export const statusDot = (color: string): Html => ({
  html: `<svg class="es-dot" viewBox="0 0 8 8" width="8" height="8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${COLOR.test(color) ? color : '#808080'}"/></svg>`,
})
