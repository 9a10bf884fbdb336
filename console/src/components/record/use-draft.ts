// Texts that are not saved yet. They outlive their field, a lost connection and a reload of the page; a sign-out removes them.
import { useEffect, useState } from 'react'

const PREFIX = 'earshot.draft.'

function readDraft(key: string): string | undefined {
  return sessionStorage.getItem(PREFIX + key) ?? undefined
}

function writeDraft(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, text)
  } catch {
    // The storage is full: the field itself still has the text.
  }
}

/** A text that is kept until it is sent, also when its field is closed and opened again. Leaving the page asks first. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(readDraft(key) ?? '')
  const set = (next: string) => {
    setText(next)
    writeDraft(key, next.trim() === '' ? undefined : next)
  }
  useEffect(() => {
    if (text.trim() === '') return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [text])
  return [text, set]
}

/** A change of a text that exists, and what it was when the change began. */
export type Edit = { text: string; base: string }

/** The change that was not saved, to be offered again. */
export function useUnsavedEdit(key: string): [Edit | undefined, (edit: Edit | undefined) => void] {
  const [edit, setEdit] = useState(() => {
    const [text, base] = JSON.parse(readDraft(key) ?? '[]') as string[]
    return text === undefined || base === undefined ? undefined : { text, base }
  })
  const keep = (next: Edit | undefined) => {
    setEdit(next)
    writeDraft(key, next && JSON.stringify([next.text, next.base]))
  }
  return [edit, keep]
}
