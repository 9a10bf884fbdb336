import grid from './grid.json'
import merge from './merge.json'
import record from './record.json'
import segments from './segments.json'
import shell from './shell.json'
import suggestions from './suggestions.json'
import triage from './triage.json'

const messages = { ...shell, ...grid, ...suggestions, ...record, ...triage, ...merge, ...segments }

export type MessageId = keyof typeof messages
export default messages
