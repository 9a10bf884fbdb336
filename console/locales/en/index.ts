import editor from './editor.json'
import grid from './grid.json'
import list from './list.json'
import merge from './merge.json'
import record from './record.json'
import shell from './shell.json'
import suggestions from './suggestions.json'
import triage from './triage.json'

const messages = {
  ...shell,
  ...grid,
  ...list,
  ...suggestions,
  ...record,
  ...editor,
  ...triage,
  ...merge,
}

/** What is loaded with the screens of the area. */
export const laterMessages = {
  accounts: () => import('./accounts.json'),
  announcements: () => import('./announcements.json'),
  capture: () => import('./capture.json'),
  changes: () => import('./changes.json'),
  features: () => import('./features.json'),
  feedback: () => import('./feedback.json'),
  import: () => import('./import.json'),
  mailings: () => import('./mailings.json'),
  people: () => import('./people.json'),
  reports: () => import('./reports.json'),
  segments: () => import('./segments.json'),
  settings: () => import('./settings.json'),
  start: () => import('./start.json'),
}

type Later = typeof laterMessages
export type LaterMessageId = {
  [Area in keyof Later]: keyof Awaited<ReturnType<Later[Area]>>['default']
}[keyof Later]

export type MessageId = keyof typeof messages | LaterMessageId
export default messages
