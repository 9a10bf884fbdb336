import type accounts from './accounts.json'
import type features from './features.json'
import grid from './grid.json'
import type imports from './import.json'
import list from './list.json'
import merge from './merge.json'
import type people from './people.json'
import record from './record.json'
import type reports from './reports.json'
import type segments from './segments.json'
import type settings from './settings.json'
import shell from './shell.json'
import start from './start.json'
import suggestions from './suggestions.json'
import triage from './triage.json'

const messages = {
  ...shell,
  ...start,
  ...grid,
  ...list,
  ...suggestions,
  ...record,
  ...triage,
  ...merge,
}

/** What is loaded with the screens of the area. */
export const laterMessages = {
  accounts: () => import('./accounts.json'),
  features: () => import('./features.json'),
  import: () => import('./import.json'),
  people: () => import('./people.json'),
  reports: () => import('./reports.json'),
  segments: () => import('./segments.json'),
  settings: () => import('./settings.json'),
}

export type LaterMessageId =
  | keyof typeof accounts
  | keyof typeof features
  | keyof typeof imports
  | keyof typeof people
  | keyof typeof reports
  | keyof typeof segments
  | keyof typeof settings

export type MessageId = keyof typeof messages | LaterMessageId
export default messages
