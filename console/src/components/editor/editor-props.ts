import type { RefObject } from 'react'

export type FieldSelection = { start: number; end: number }

/** Puts the focus and the caret there at once, before the next key. */
export function select(area: HTMLTextAreaElement, { start, end }: FieldSelection): void {
  area.focus()
  area.setSelectionRange(start, end)
}

export type EditorProps = {
  label: string
  isLabelHidden?: boolean
  hint?: string
  /** The API's member, for its errors. */
  name?: string
  value: string
  onChange: (value: string) => void
  /** Of the text at the beginning. */
  mimeType?: string
  /** The same text in Markdown, where it was of another type. */
  onConvert?: (value: string) => void
  rows?: number
  maxLength?: number
  autoFocus?: boolean
  isRequired?: boolean
  canMention?: boolean
  hasReplies?: boolean
  /** Files that are not pictures. */
  onOtherFiles?: (files: File[]) => void
  /** While pictures are on their way: a text that is sent before lacks them. */
  onBusy?: (isBusy: boolean) => void
  /** In the field that the editor replaces, where it had the focus. */
  selection?: RefObject<FieldSelection | null>
}
