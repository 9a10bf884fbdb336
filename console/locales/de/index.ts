import type { MessageId } from '../en/index.ts'
import grid from './grid.json'
import merge from './merge.json'
import record from './record.json'
import shell from './shell.json'
import start from './start.json'
import suggestions from './suggestions.json'
import triage from './triage.json'

const messages: Record<MessageId, string> = {
  ...shell,
  ...start,
  ...grid,
  ...suggestions,
  ...record,
  ...triage,
  ...merge,
}

export default messages
