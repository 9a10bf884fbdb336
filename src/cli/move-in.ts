// `earshot move-in`: a whole account, from the form that every source writes.
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { ApiError } from '../core/api-error.ts'
import type { Db } from '../db/db.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import type { MoveMapping } from '../imports/move-mapping.ts'
import { bringForm, type FollowStep, planForm } from '../move/bring.ts'
import { KINDS, type Kind, type Manifest } from '../move/form.ts'
import { findMove, listMoves, MoveInUse, onOneConnection } from '../move/move.ts'
import { FormError, measureForm, readManifest } from '../move/reader.ts'
import { describeMapping, type Report, renderReport, showProblem } from '../move/report.ts'
import { API_SOURCES, type ApiSource, type GivenCredentials } from '../move/sources/api-sources.ts'
import { type MoveMark, noteLoaded } from '../move/sources/form-folder.ts'
import { createSourceClient, SourceError } from '../move/sources/source-client.ts'
import { type Look, USERVOICE } from '../move/sources/uservoice.ts'
import type { Plan } from '../move/survey.ts'
import { type Trial, tryForm } from '../move/trial.ts'
import { renderTrial } from '../move/trial-page.ts'
import { undoMove } from '../move/undo.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { COMMAND, recordAudit } from '../write/core/audit.ts'
import { seedDatabase } from '../write/service/seed.ts'
import { type Command, CommandError, jsonOption, UsageError, type Values } from './command.ts'
import { withDatabase, withOwnConnections } from './database.ts'
import { runInterruptibly } from './interrupt.ts'
import { type ApiMove, apiSources, readOption } from './move-in-api.ts'
import { fileSources } from './move-in-files.ts'
import {
  describeTrial,
  describeValues,
  mappingOptions,
  readMappingFile,
  showValues,
} from './move-mapping.ts'
import { requireWritable } from './paths.ts'
import { showProgress } from './progress.ts'
import { renderTable } from './table.ts'

const MAX_SHOWN = 20

const reportOption = {
  report: {
    type: 'string',
    value: 'FILE',
    description: 'Write the result to FILE as a page (HTML).',
  },
} as const

export const moveIn: Command = {
  summary: 'bring a whole account over from elsewhere',
  description: `Brings people, accounts, forums, categories, labels, statuses, custom fields, suggestions with votes, comments, notes, status
updates, merges, feedback, announcements and files. Ids are kept where they are free. Nobody is notified.

Nothing that was there before is changed: people are found by their e-mail address, forums, categories, labels and statuses by
their names, and are used as they are. A second run brings what is new or changed. A run that was interrupted continues when it is
repeated. The service can keep running.`,
  examples: [
    ['earshot move-in folder ./acme', 'Show what the folder would bring.'],
    ['earshot move-in folder ./acme --yes --report acme.html', 'Bring it, and write a report.'],
    [
      'earshot move-in uservoice --from https://acme.uservoice.com --key KEY --secret SECRET --yes',
      'Bring an account of UserVoice.',
    ],
    ['earshot move-in undo 1', 'Remove what the move brought.'],
  ],
  subcommands: {
    folder: {
      summary: 'load a folder in the form of a move',
      description: `Reads the whole folder and prints what it holds and what will not fit, each with its file and line. With --yes it is
loaded, and then compared with what is in the database. The exit status is 1 when they differ. docs/move.md describes the form.`,
      arguments: [{ name: 'PATH', description: 'The folder with move.json.' }],
      options: {
        yes: { type: 'boolean', description: 'Load it. Without this only the plan is printed.' },
        ...mappingOptions,
        ...reportOption,
        ...jsonOption(
          '{"plan", "problems_count", "left_out_count", "problems"}, with --yes {"move", "verified", "kinds", "checks", "problems", …}',
        ),
      },
      examples: [
        ['earshot move-in folder ./acme --yes', 'Load a folder.'],
        [
          'earshot move-in folder ./acme --map names.json --try trial.html',
          'Try it with a sample.',
        ],
      ],
      run: (values, [path = '']) => loadFolder(values, path),
    },
    uservoice: {
      summary: 'bring an account of UserVoice or of another Earshot',
      description: `Reads the account by API v2 with the key and secret of a trusted client, or with a token, and keeps to its rate limit. Without
--yes it prints how many records there are, and nothing is read or written. With --yes everything is read into a folder in the form of a
move, loaded, and compared with the database and with what the source says.

A run that was interrupted continues at its page. A later run asks for what changed. docs/move.md has the details.`,
      options: {
        from: {
          type: 'string',
          value: 'URL',
          description: 'The address of the account, such as https://acme.uservoice.com.',
          isRequired: true,
        },
        key: { type: 'string', value: 'KEY', description: 'The key of a trusted client.' },
        secret: { type: 'string', value: 'SECRET', description: 'Its secret.' },
        token: { type: 'string', value: 'TOKEN', description: 'A token, instead of both.' },
        yes: {
          type: 'boolean',
          description: 'Read and load it. Without this only counts are printed.',
        },
        ...readOption,
        ...mappingOptions,
        folder: {
          type: 'string',
          value: 'PATH',
          description: 'The folder of the form. Default: moves/HOST in the data directory.',
        },
        ...reportOption,
        ...jsonOption(
          '{"source", "account", "plan", "will_not_come"}, with --yes {"move", "verified", "kinds", "checks", "problems", …}',
        ),
      },
      examples: [
        [
          'earshot move-in uservoice --from https://acme.uservoice.com --key KEY --secret SECRET',
          'Show what the account has.',
        ],
        [
          'earshot move-in uservoice --from https://ideas.acme.example --token TOKEN --yes --report acme.html',
          'Bring it, and write a report.',
        ],
      ],
      run: moveUservoice,
    },
    ...apiSources(moveApi),
    ...fileSources({ loadFolder, inWords }),
    list: {
      summary: 'list the moves',
      description: 'Prints every move with its source and the number of records that it brought.',
      options: jsonOption('a list of moves'),
      examples: [['earshot move-in list', 'List the moves.']],
      run: listAll,
    },
    undo: {
      summary: 'remove what a move brought',
      description: `Deletes the records that the move created. What people added since stays, and so does everything of the move that it
belongs to. To continue after an interruption, run it again.`,
      arguments: [{ name: 'ID', description: 'The move, from `earshot move-in list`.' }],
      options: jsonOption('{"removed", "kept"}'),
      examples: [['earshot move-in undo 1', 'Undo the first move.']],
      run: undo,
    },
  },
}

async function loadFolder(values: Values, folder: string): Promise<void> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new CommandError(`There is no folder ${folder}.`)
  const options = await readOptions(values)
  const config = readConfig()
  const outcome = await runInterruptibly((signal) =>
    inWords(() =>
      withDatabase(config, (database) => {
        const store = openStore(config)
        return withOwnConnections(database, (own) =>
          onOneConnection(own, (db) => moveFolder({ db, store, folder, signal, ...options })),
        )
      }),
    ),
  )
  await printOutcome(values, outcome)
}

type Outcome = { plan: Plan } | { trial: Trial } | { report: Report }

async function printOutcome(values: Values, outcome: Outcome): Promise<void> {
  if ('report' in outcome) return printReport(values, outcome.report)
  if ('plan' in outcome)
    return console.log(
      values.json ? JSON.stringify(showPlan(outcome.plan)) : describePlan(outcome.plan),
    )
  const { trial } = outcome
  const file = String(values.try)
  await writeFileAtomically(file, chunkOf(renderTrial(trial)))
  console.log(values.json ? JSON.stringify(trial) : describeTrial(trial, file))
  if (!trial.verified) process.exitCode = 1
}

type MoveOptions = { mapping: MoveMapping | undefined; isWanted: boolean; isTrial: boolean }

/** Before anything is read. */
async function readOptions(values: Values): Promise<MoveOptions> {
  for (const file of [values.report, values.try])
    if (typeof file === 'string') await requireWritable(file)
  const isTrial = typeof values.try === 'string'
  if (isTrial && values.yes === true) throw new UsageError('give --try or --yes, not both.')
  return { mapping: await readMappingFile(values), isWanted: values.yes === true, isTrial }
}

async function printReport({ json, report: file }: Values, report: Report): Promise<void> {
  if (typeof file === 'string') await writeFileAtomically(file, chunkOf(renderReport(report)))
  console.log(json ? JSON.stringify(report) : describeReport(report))
  if (!report.verified) process.exitCode = 1
}

function moveUservoice(values: Values): Promise<void> {
  return moveApi(values, {
    name: USERVOICE,
    address: originOf(values.from),
    given: credentialsOf(values),
  })
}

async function moveApi(values: Values, { name, address, given }: ApiMove): Promise<void> {
  const source = API_SOURCES[name] as ApiSource
  const options = await readOptions(values)
  const isRead = values.read === true || options.isWanted || options.isTrial
  if (options.mapping && !isRead) throw new UsageError('--map needs --read, --try or --yes.')
  const config = readConfig()
  const outcome = await runInterruptibly((signal) =>
    inWords(async (): Promise<{ account: string; look: Look } | Outcome> => {
      const networks = config.outgoingNetworks
      const client = createSourceClient({ ...source.connect(address, given), networks, signal })
      const account = (await source.identify?.(client)) ?? address
      if (!isRead) return { account, look: await source.look(client, account) }
      const path = folderOf(values, config, account)
      const earlier = { source: name, account }
      const base = await withDatabase(config, ({ db }) => findMove(db, earlier))
      const progress = showProgress()
      await source.read({
        client,
        account,
        path,
        base: base ? markOf(base) : null,
        signal,
        progress: (read, total) => progress('Reading', Math.min(read, total), total),
      })
      return await loadAndMark(config, path, signal, options)
    }),
  )
  if (!('look' in outcome)) return printOutcome(values, outcome)
  const { account, look } = outcome
  const shown = { source: name, account, plan: look.counts, will_not_come: look.others }
  console.log(values.json ? JSON.stringify(shown) : describeLook(name, account, look))
}

function originOf(from: Values[string]): string {
  const url = URL.parse(String(from))
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    throw new UsageError('--from should be an address such as https://acme.uservoice.com.')
  // Not quoted: it could have a password.
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '')
    throw new UsageError(
      '--from should have no path, query, user or password, as in https://acme.uservoice.com.',
    )
  return url.origin
}

function credentialsOf({ key, secret, token }: Values): GivenCredentials {
  if (typeof token === 'string' && key === undefined && secret === undefined) return { token }
  if (token === undefined && typeof key === 'string' && typeof secret === 'string')
    return { key, secret }
  throw new UsageError('give --key and --secret of a trusted client, or --token.')
}

const folderOf = ({ folder }: Values, { dataDir }: Config, account: string): string => {
  if (typeof folder === 'string') return resolve(folder)
  const { host, pathname } = new URL(account)
  const name = `${host}${pathname.replace(/\/$/, '')}`.replace(/[^\w.-]/g, '_')
  return join(dataDir, 'moves', name)
}

const markOf = ({ id, created_at }: { id: number; created_at: Date }): MoveMark => ({
  id,
  created_at: created_at.toISOString(),
})

/** Loads what was read. The folder notes the move, so that the next run asks for what changed. */
async function loadAndMark(
  config: Config,
  folder: string,
  signal: AbortSignal,
  options: MoveOptions,
): Promise<Outcome> {
  const outcome = await withDatabase(config, (database) => {
    const store = openStore(config)
    return withOwnConnections(database, (own) =>
      onOneConnection(own, async (db) => {
        const loaded = await moveFolder({ db, store, folder, signal, ...options })
        return { loaded, move: await findMove(db, await readManifest(folder)) }
      }),
    )
  })
  const { loaded, move } = outcome
  if ('report' in loaded && move) await noteLoaded(folder, markOf(move), loaded.report.verified)
  return loaded
}

function describeLook(source: string, account: string, { counts, others }: Look): string {
  const rows = Object.entries(counts).map(([kind, count]) => [kind, count ?? 'not said'])
  const left = Object.entries(others).map(
    ([collection, count]) => `${collection}: ${count.toLocaleString('en')}`,
  )
  return [
    `${source}, ${account}`,
    renderTable(['KIND', 'RECORDS'], rows),
    ...(left.length === 0 ? [] : [['A move has no place for these:', ...left].join('\n')]),
    'Nothing was read or loaded. --read reads it and shows what its names become here; --yes reads and loads it.',
  ].join('\n\n')
}

async function* chunkOf(text: string): AsyncGenerator<string> {
  yield text
}

/** Errors that the operator can understand without a stack. */
async function inWords<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (FOR_PEOPLE.some((kind) => error instanceof kind))
      throw new CommandError((error as Error).message)
    throw error
  }
}

/** An ApiError names what of a mapping is wrong. */
const FOR_PEOPLE = [FormError, MoveInUse, SourceError, ApiError]

type Wanted = { db: Db; store: Store; folder: string; signal: AbortSignal } & MoveOptions

async function moveFolder(wanted: Wanted): Promise<Outcome> {
  const { db, store, folder, signal, isWanted, isTrial, mapping } = wanted
  const sizes = await measureForm(folder)
  const bringing = { db, store, folder, signal, follow: followBytes(sizes) }
  // Its first statuses and forum can be meant by the mapping.
  if (isWanted || isTrial) await db.transaction().execute(seedDatabase)
  const plan = await planForm({ ...bringing, mapping })
  if (!isWanted && !isTrial) return { plan }
  if (isTrial) return { trial: await tryForm({ db, folder, signal }, plan) }
  const { move, report } = await bringForm(bringing, plan)
  await recordAudit(db, COMMAND, {
    action: 'data_imported',
    after: {
      move: move.id,
      source: move.source,
      account: move.account,
      records: sum(report.kinds),
    },
  })
  return { report }
}

const sum = (counts: Record<Kind, { created: number; changed: number }>) =>
  Object.values(counts).reduce((total, { created, changed }) => total + created + changed, 0)

const STEPS = { checking: 'Checking', loading: 'Loading', comparing: 'Comparing' }

function followBytes(sizes: Map<Kind, number>): FollowStep {
  const progress = showProgress()
  const total = [...sizes.values()].reduce((all, size) => all + size, 0)
  const done = { checking: 0, loading: 0, comparing: 0 }
  return (step, _, bytes) => {
    done[step] += bytes
    progress(STEPS[step], Math.min(done[step], total), total)
  }
}

const showPlan = ({ manifest, counts, problems, ...plan }: Plan) => ({
  source: manifest.source,
  account: manifest.account,
  plan: counts,
  ...showValues({ manifest, counts, problems, ...plan }),
  problems_count: problems.count,
  left_out_count: problems.leftOutCount,
  problems: problems.listed.map(showProblem),
  left_out_by_source: manifest.left_out ?? [],
})

function describePlan(plan: Plan): string {
  const { manifest, counts, problems } = plan
  const rows = KINDS.filter((kind) => counts[kind] > 0).map((kind) => [kind, counts[kind]])
  return [
    `${manifest.source}, ${manifest.account}, ${manifest.created_at}`,
    renderTable(['KIND', 'RECORDS'], rows),
    ...describeValues(plan),
    ...describeProblems(problems, manifest),
    'Nothing was loaded. --map maps names, --try shows a sample, --yes loads it.',
  ].join('\n\n')
}

function describeProblems(
  { count, leftOutCount, listed }: Plan['problems'],
  { left_out = [] }: Pick<Manifest, 'left_out'>,
): string[] {
  const bySource = left_out
    .slice(0, MAX_SHOWN)
    .map(
      ({ kind, key, reason }) =>
        `The source left out ${[kind, key].filter(Boolean).join(' ')}: ${reason}`,
    )
  if (count === 0) return bySource.length === 0 ? [] : [bySource.join('\n')]
  const lines = listed
    .slice(0, MAX_SHOWN)
    .map(({ kind, line, message }) => `${kind}.ndjson:${line}: ${message}`)
  const rest =
    count > MAX_SHOWN
      ? [`and ${(count - MAX_SHOWN).toLocaleString('en')} more; --json has them.`]
      : []
  return [
    `${leftOutCount.toLocaleString('en')} lines are left out, and ${(count - leftOutCount).toLocaleString('en')} come with a change:`,
    [...lines, ...rest, ...bySource].join('\n'),
  ]
}

function describeReport(report: Report): string {
  const rows = KINDS.map((kind) => ({ kind, ...report.kinds[kind] }))
    .filter(({ kind: _, ...counts }) => Object.values(counts).some((value) => value > 0))
    .map((row) => [row.kind, row.created, row.changed, row.unchanged, row.matched, row.left_out])
  const differing = [
    ...report.checks
      .filter(({ isEqual }) => !isEqual)
      .map(({ name, expected, found }) => `${name}: ${expected} in the source, ${found} here`),
    ...report.differences
      .slice(0, MAX_SHOWN)
      .map(
        ({ kind, key, field, expected, found }) =>
          `${kind} ${key}: ${field} is ${shorten(found)}, and ${shorten(expected)} in the source`,
      ),
  ]
  const dead = report.dead_links.listed
    .slice(0, MAX_SHOWN)
    .map(({ kind, key, address }) => `${kind} ${key}: ${address} leads nowhere here`)
  if (report.dead_links.count > dead.length)
    dead.push(`and ${(report.dead_links.count - dead.length).toLocaleString('en')} more.`)
  const left = report.problems
    .slice(0, MAX_SHOWN)
    .map(({ file, line, message }) => `${file}:${line}: ${message}`)
  const bySource = report.left_out_by_source
    .slice(0, MAX_SHOWN)
    .map(({ kind, key, reason }) => `${[kind, key].filter(Boolean).join(' ')}: ${reason}`)
  return [
    renderTable(['KIND', 'NEW', 'CHANGED', 'UNCHANGED', 'ALREADY HERE', 'LEFT OUT'], rows),
    ...[describeMapping(report), left, bySource, dead]
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n')),
    ...(differing.length === 0 ? [] : [differing.join('\n')]),
    report.verified
      ? `Verified: everything of the form is here. ${report.seconds} s. To undo it: earshot move-in undo ${report.move}`
      : 'Not verified: the form and the database differ.',
  ].join('\n\n')
}

const shorten = (value: string) =>
  value === '' ? 'nothing' : JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)

async function listAll({ json }: Values): Promise<void> {
  const moves = await withDatabase(readConfig(), ({ db }) => listMoves(db))
  if (json) return console.log(JSON.stringify(moves))
  const rows = moves.map(({ id, source, account, state, records, updated_at }) => [
    id,
    source,
    account,
    state,
    records,
    updated_at,
  ])
  console.log(renderTable(['ID', 'SOURCE', 'ACCOUNT', 'STATE', 'RECORDS', 'LAST RUN'], rows))
}

async function undo({ json }: Values, [text = '']: string[]): Promise<void> {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`ID is ${JSON.stringify(text)}; it should be a number.`)
  const id = Number(text)
  const undone = await runInterruptibly((signal) =>
    inWords(() =>
      withDatabase(readConfig(), (database) =>
        withOwnConnections(database, (own) =>
          onOneConnection(own, async (connection) => {
            const move = (await listMoves(connection)).find((one) => one.id === id)
            if (!move) throw new CommandError(`There is no move ${id}.`)
            if (move.state === 'undone') throw new CommandError(`Move ${id} is undone already.`)
            const progress = showProgress()
            let removed = 0
            const result = await undoMove(connection, id, {
              signal,
              progress(_, count) {
                removed += count
                progress('Removing', Math.min(removed, move.records), move.records)
              },
            })
            await recordAudit(connection, COMMAND, {
              action: 'import_undone',
              after: { move: id, source: move.source, account: move.account, ...result },
            })
            return result
          }),
        ),
      ),
    ),
  )
  const kept = undone.kept === 0 ? '' : ` ${undone.kept} stay, because others use them.`
  console.log(
    json
      ? JSON.stringify(undone)
      : `Removed ${undone.removed.toLocaleString('en')} records.${kept}`,
  )
}
