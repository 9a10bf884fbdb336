import grid from './grid.json'
import merge from './merge.json'
import record from './record.json'
import shell from './shell.json'
import start from './start.json'
import suggestions from './suggestions.json'
import triage from './triage.json'

const messages = { ...shell, ...start, ...grid, ...suggestions, ...record, ...triage, ...merge }

export type MessageId = keyof typeof messages
export default messages
