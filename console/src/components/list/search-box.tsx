import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type MessageId, t } from '../../core/i18n.ts'
import { useShortcut } from '../../core/shortcuts.ts'
import { SearchField } from '../fields.tsx'

const DEBOUNCE_MS = 200

/** Searches while the person types. */
export function SearchBox({
  label,
  q,
  onSearch,
}: {
  label: MessageId
  q: string | undefined
  onSearch: (q: string | undefined) => void
}) {
  const [text, setText] = useState(q ?? '')
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', { label, group: 'list' }, () => input.current?.focus())
  // The address changes otherwise too: by the back button, a view, a cleared filter.
  const asked = useRef(q)
  const follow = useEffectEvent((next: string | undefined) => {
    if (next !== asked.current) setText(next ?? '')
    asked.current = next
  })
  useEffect(() => follow(q), [q])
  const search = useEffectEvent((wanted: string | undefined) => {
    asked.current = wanted
    onSearch(wanted)
  })
  useEffect(() => {
    const wanted = text.trim().slice(0, 200) || undefined
    if (wanted === q) return
    const timer = setTimeout(() => search(wanted), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, q])
  return <SearchField label={t(label)} value={text} onChange={setText} inputRef={input} />
}
