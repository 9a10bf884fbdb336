// What the parts of a person's record share.
import { createContext, use } from 'react'
import type { LoadedUser } from '../../../api/people.ts'

export type Person = LoadedUser & {
  /** After a write. */
  refresh: () => Promise<unknown>
  /** While the person is erased they are not read again: a live update can be faster than the answer. */
  setErasing: (isErasing: boolean) => void
}

const Context = createContext<Person | undefined>(undefined)
export const PersonContext = Context.Provider

export function usePerson(): Person {
  const value = use(Context)
  if (!value) throw new Error('usePerson: outside of a record.')
  return value
}
