// A suggestion that is being written. It is kept while the tab is open, also when the dialog is closed or the page reloaded.
import { useState } from 'react'
import type { Customer } from '../../components/capture.ts'

export type Draft = {
  title: string
  body: string
  /** Null until somebody chooses: the default of the installation. */
  forum: number | null
  category: number | null
  labels: number[]
  customer: Customer | undefined
  /** The customer supports it. */
  hasVote: boolean
}

export const EMPTY_DRAFT: Draft = {
  title: '',
  body: '',
  forum: null,
  category: null,
  labels: [],
  customer: undefined,
  hasVote: true,
}

const keyOf = (user: number) => `earshot.draft.suggestion.${user}`

/** Whether somebody wrote something that would be missed. */
export const hasText = ({ title, body }: Draft): boolean =>
  title.trim() !== '' || body.trim() !== ''

function stored(user: number): Draft {
  try {
    return { ...EMPTY_DRAFT, ...JSON.parse(sessionStorage.getItem(keyOf(user)) ?? '{}') }
  } catch {
    return EMPTY_DRAFT
  }
}

export const forgetDraft = (user: number): void => sessionStorage.removeItem(keyOf(user))

export function useSuggestionDraft(user: number, given: Partial<Draft>) {
  const [{ draft, isRestored }, setState] = useState(() => {
    const before = stored(user)
    const isKept = hasText(before)
    // What the person was looking at goes before what was chosen earlier.
    return { draft: { ...(isKept ? before : EMPTY_DRAFT), ...given }, isRestored: isKept }
  })
  const set = (next: Draft, restored: boolean) => {
    setState({ draft: next, isRestored: restored })
    if (hasText(next)) sessionStorage.setItem(keyOf(user), JSON.stringify(next))
    else forgetDraft(user)
  }
  return {
    draft,
    /** It was begun earlier. */
    isRestored,
    change: (changes: Partial<Draft>) => set({ ...draft, ...changes }, isRestored),
    /** Keeps what the next suggestion probably shares with this one. */
    clear: () => set({ ...EMPTY_DRAFT, forum: draft.forum, customer: draft.customer }, false),
    discard: () => set({ ...EMPTY_DRAFT, ...given }, false),
  }
}
