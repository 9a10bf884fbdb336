// Who reads a page, and what a page consists of.
import type { Html, Text } from '../src/texts/html.ts'
import type { Language } from '../src/texts/texts.ts'
import type { Look } from './look.ts'

export type View = {
  language: Language
  /** What the visitor chose; null: as the look says. */
  theme: 'light' | 'dark' | null
  siteName: string
  baseUrl: string
  look: Look
  /** The path of this page with its query: links that come back lead here. */
  path: string
  visitor: { id: number; name: string; isStaff: boolean } | null
  /** A member of the team sees what somebody else sees: who is not signed in, or who is. */
  preview: 'public' | 'member' | null
  /** What the member of the team did last, as the next page shows it. */
  lastChange: LastChange | null
  /** Null: nobody can sign in. */
  signInPath: string | null
  /** `script` is null where the scripts are not built: every page works without. */
  assets: { style: string; script: string | null }
}

export type LastChange = {
  id: number
  action: string
  collection: string
  isUndone: boolean
  canUndo: boolean
  notifies: boolean
}

export type PortalPage = {
  /** A string is what somebody wrote, and is not translated. */
  title: Text
  content: Html
  /** Which link of the navigation is the current one. */
  place?: 'forums' | 'roadmap' | 'updates' | 'me'
  /** Of the page for search engines and programs that show links. */
  head?: Html | ''
  /** A form or a message in the middle. */
  isNarrow?: boolean
  /** Not for search engines. */
  isPrivate?: boolean
  /** Kept by nobody: it belongs to a sign-in, or to a link of a mail. */
  isSecret?: boolean
}
