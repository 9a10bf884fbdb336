import { t } from '../core/i18n.ts'

/** In characters as the service counts them: an emoji is one. */
export const lengthOf = (text: string): number => [...text].length

/** How much of a limit is used. A text is not cut off while it is typed or pasted: too much is said, and not saved. */
export function CharacterCount({ text, max }: { text: string; max: number }) {
  const count = lengthOf(text.trim())
  const isOver = count > max
  return (
    <span className={`tabular-nums ${isOver ? 'font-medium text-danger' : ''}`}>
      {isOver
        ? t('record.too_long', { count: count - max, max })
        : t('record.count', { count, max })}
    </span>
  )
}
