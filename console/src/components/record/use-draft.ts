import { useEffect, useState } from 'react'

const drafts = new Map<string, string>()

/** A text that is kept until it is sent, also when its field is closed and opened again. Leaving the page asks first. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(drafts.get(key) ?? '')
  const set = (next: string) => {
    setText(next)
    if (next.trim() === '') drafts.delete(key)
    else drafts.set(key, next)
  }
  useEffect(() => {
    if (text.trim() === '') return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [text])
  return [text, set]
}
