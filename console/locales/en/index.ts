import accounts from './accounts.json'
import grid from './grid.json'
import imports from './import.json'
import list from './list.json'
import merge from './merge.json'
import people from './people.json'
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
  ...triage,
  ...merge,
  ...people,
  ...accounts,
  ...imports,
}

export type MessageId = keyof typeof messages
export default messages
