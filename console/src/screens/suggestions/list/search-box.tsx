import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SearchField } from '../../../components/fields.tsx'
import { t } from '../../../core/i18n.ts'
import { useShortcut } from '../../../core/shortcuts.ts'

const DEBOUNCE_MS = 200

/** Searches while the person types. */
export function SearchBox({
  q,
  onSearch,
}: {
  q: string | undefined
  onSearch: (q: string | undefined) => void
}) {
  const [text, setText] = useState(q ?? '')
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', 'suggestions.search', 'list', () => input.current?.focus())
  // The address changed otherwise: by the back button, a view, a cleared filter.
  const [known, setKnown] = useState(q)
  if (known !== q) {
    setKnown(q)
    if ((q ?? '') !== text.trim()) setText(q ?? '')
  }
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    const wanted = text.trim().slice(0, 200) || undefined
    if (wanted === q) return
    const timer = setTimeout(() => search(wanted), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, q])
  return (
    <SearchField label={t('suggestions.search')} value={text} onChange={setText} inputRef={input} />
  )
}
