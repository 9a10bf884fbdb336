// The options of `earshot move-in` that map names of the source and try the move, and what a plan prints of them.
import { readFile, stat } from 'node:fs/promises'
import { Compile } from 'typebox/compile'
import { type Decision, type MoveMapping, MoveMappingSchema } from '../imports/move-mapping.ts'
import type { Plan } from '../move/survey.ts'
import type { Trial } from '../move/trial.ts'
import { CommandError, type Option, UsageError, type Values } from './command.ts'
import { renderTable } from './table.ts'

export const mappingOptions: Record<string, Option> = {
  map: {
    type: 'string',
    value: 'FILE',
    description:
      'What forums, categories, labels, statuses and custom fields become (JSON). Kept for later runs.',
  },
  try: {
    type: 'string',
    value: 'FILE',
    description:
      'Load a sample, write what it looks like to FILE as a page (HTML), and take it back. Nothing is brought.',
  },
}

const MAX_BYTES = 4 * 1024 * 1024
const check = Compile(MoveMappingSchema)

export async function readMappingFile({ map }: Values): Promise<MoveMapping | undefined> {
  if (typeof map !== 'string') return undefined
  const info = await stat(map).catch(() => undefined)
  if (!info?.isFile()) throw new CommandError(`--map: there is no file ${map}.`)
  if (info.size > MAX_BYTES)
    throw new CommandError(`--map: ${map} has ${info.size} bytes; at most ${MAX_BYTES} are read.`)
  let mapping: unknown
  try {
    mapping = JSON.parse(await readFile(map, 'utf8'))
  } catch {
    throw new UsageError(`--map: ${map} is not JSON.`)
  }
  if (check.Check(mapping)) return mapping
  const [first] = check.Errors(mapping)
  const place = first?.instancePath.slice(1).replaceAll('/', '.') || 'the whole'
  throw new UsageError(
    `--map: ${map}: ${place} is wrong. Allowed: {"statuses": {"In review": "Planned", "Old": null, "Later": {"create": "Some day"}}}, with the kinds ${Object.keys(MoveMappingSchema.properties).join(', ')}.`,
  )
}

const MAX_VALUES_SHOWN = 200

const showBecomes = ({ becomes, to, source, problem }: Decision): string => {
  if (problem) return problem
  if (becomes === 'left_out') return 'left out'
  const how = source === 'guessed' ? ' (spelled differently)' : ''
  return becomes === 'new' ? `new: ${to}` : `${to}${how}`
}

/** What each name becomes, as text. */
export function describeValues({ mapped, survey }: Plan): string[] {
  const { decisions, unused, leavesOutPeople } = mapped
  const { people, comments, supporters } = survey.people_without_address
  const rows = decisions
    .slice(0, MAX_VALUES_SHOWN)
    .map((one) => [one.kind, one.value, one.count, showBecomes(one)])
  const lines: string[] = []
  if (rows.length > 0) lines.push(renderTable(['KIND', 'NAME', 'RECORDS', 'BECOMES'], rows))
  if (decisions.length > rows.length)
    lines.push(`and ${decisions.length - rows.length} more names; --json has them.`)
  if (unused.length > 0)
    lines.push(`The mapping names what the source does not have: ${unused.slice(0, 20).join(', ')}`)
  if (people > 0)
    lines.push(
      `People without an e-mail address: ${people.toLocaleString('en')}, with votes: ${supporters.toLocaleString('en')}, comments: ${comments.toLocaleString('en')}. They ${leavesOutPeople ? 'are left out' : 'come without an address'}.`,
    )
  return lines
}

export const showValues = ({ mapped, survey, mapping }: Plan) => ({
  mapping,
  values: mapped.decisions.map(({ kind, value, count, becomes, to, source, problem }) => ({
    kind,
    value,
    count,
    becomes,
    to,
    source,
    ...(problem && { problem }),
  })),
  unused: mapped.unused,
  people_without_address: survey.people_without_address,
})

export const describeTrial = (
  { suggestions, verified, problems, seconds }: Trial,
  file: string,
): string =>
  [
    `Suggestions that were loaded and taken back: ${suggestions.length}, in ${seconds} s. ${file} shows them.`,
    ...problems.slice(0, 20).map(({ file: of, message }) => `${of}: ${message}`),
    verified
      ? 'They equal those of the source. Nothing was brought. --yes brings the account.'
      : 'They differ from those of the source. Nothing was brought.',
  ].join('\n')
