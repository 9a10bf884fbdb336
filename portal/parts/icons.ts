// Icons of 16 by 16 pixels, in the colour of their text. They say nothing that a text does not say.
import type { Html } from '../../src/texts/html.ts'

const icon = (path: string): Html => ({
  html: `<svg class="es-icon" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
})

export const VOTE_ICON = icon('<path d="M3 10.5 8 5l5 5.5"/>')
export const COMMENT_ICON = icon('<path d="M2.5 3.5h11v8h-6l-3 2.5v-2.5h-2z"/>')
export const SEARCH_ICON = icon('<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3 3"/>')
export const BELL_ICON = icon('<path d="M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.5 14.5h3"/>')
export const FEED_ICON = icon(
  '<path d="M3 3a10 10 0 0 1 10 10M3 7a6 6 0 0 1 6 6"/><circle cx="4" cy="12" r="1"/>',
)
export const CHECK_ICON = icon('<path d="m3 8.5 3.5 3.5L13 4.5"/>')
export const ARROW_ICON = icon('<path d="M3 8h10M9 4l4 4-4 4"/>')
export const FILE_ICON = icon('<path d="M4 1.5h5l3.5 3.5v9.5h-8.5zM9 1.5V5h3.5"/>')
export const LINK_ICON = icon(
  '<path d="M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3.2 3.2 0 0 1 3 8.5L4.5 7"/>',
)
