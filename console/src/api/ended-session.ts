// The session of the person ended while the console is open: what is on the screen stays, and the person signs in beside it.
import { createStore, useStore } from '../core/store.ts'
import { observedFetch } from './connection.ts'

const hasEnded = createStore(false)

export const useHasSessionEnded = (): boolean => useStore(hasEnded, (value) => value)
export const reportEndedSession = (): void => hasEnded.set(true)
export const reportNewSession = (): void => hasEnded.set(false)

/** Runs after the person signed in again, until it is called off. */
export const onNewSession = (run: () => void): (() => void) =>
  hasEnded.subscribe(() => !hasEnded.get() && run())

export const SIGN_IN_PATH = '/admin/sign-in'

export type SignInAnswer =
  | { type: 'signed_in'; next: string }
  | { type: 'code_needed'; continuation: string }
  | { type: 'refused' }
  | { type: 'blocked'; seconds: number }

type Credentials = { email: string; password: string } | { continuation: string; code: string }

/** As the page for signing in does, without leaving this one. */
export async function signIn(credentials: Credentials): Promise<SignInAnswer> {
  const response = await observedFetch(SIGN_IN_PATH, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(credentials),
  })
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    throw new Error(`${response.status} ${response.statusText}`)
  const { type, message, ...answer } = await response.json()
  if (typeof type !== 'string') throw new Error(message)
  return { type, ...answer }
}
