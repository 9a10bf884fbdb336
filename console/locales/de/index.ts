import type { MessageId } from '../en/index.ts'
import accounts from './accounts.json'
import grid from './grid.json'
import list from './list.json'
import merge from './merge.json'
import people from './people.json'
import record from './record.json'
import reports from './reports.json'
import type settings from './settings.json'
import shell from './shell.json'
import start from './start.json'
import suggestions from './suggestions.json'
import triage from './triage.json'

const messages: Omit<Record<MessageId, string>, keyof typeof settings> = {
  ...shell,
  ...start,
  ...grid,
  ...list,
  ...suggestions,
  ...record,
  ...triage,
  ...merge,
  ...people,
  ...accounts,
  ...reports,
}

export default messages
