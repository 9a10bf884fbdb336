import type { MessageId } from '../en/index.ts'
import grid from './grid.json'
import merge from './merge.json'
import record from './record.json'
import type settings from './settings.json'
import shell from './shell.json'
import suggestions from './suggestions.json'
import triage from './triage.json'

const messages: Omit<Record<MessageId, string>, keyof typeof settings> = {
  ...shell,
  ...grid,
  ...suggestions,
  ...record,
  ...triage,
  ...merge,
}

export default messages
