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
  /** Pictures are uploaded, and belong to the record once the text is saved. */
  takesPictures?: boolean
  canMention?: boolean
  hasReplies?: boolean
  /** Files that are not pictures. */
  onOtherFiles?: (files: File[]) => void
  /** While pictures are on their way. */
  onBusy?: (isBusy: boolean) => void
}
