// `earshot move-in` from files and databases of other services.
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { findEncoding } from '../imports/csv-text.ts'
import { ASTUTO, readAstuto } from '../move/sources/astuto.ts'
import { detectSource, FORM_SOURCE } from '../move/sources/detect.ts'
import { FIDER, readFider } from '../move/sources/fider.ts'
import type { FileSourceOptions } from '../move/sources/file-source.ts'
import { LOGCHIMP, readLogchimp } from '../move/sources/logchimp.ts'
import { QUACKBACK, readQuackback } from '../move/sources/quackback.ts'
import { createSourceClient, type SourceClient } from '../move/sources/source-client.ts'
import { readUservoiceExport, USERVOICE_EXPORT } from '../move/sources/uservoice-export.ts'
import { type Command, jsonOption, type Option, UsageError, type Values } from './command.ts'
import { runInterruptibly } from './interrupt.ts'
import { originIn } from './move-in-api.ts'
import { mappingOptions } from './move-mapping.ts'
import { requireWritable } from './paths.ts'
import { showProgress } from './progress.ts'

type Shared = {
  /** Shows or loads the form in a folder, as the options say. */
  loadFolder(values: Values, folder: string): Promise<void>
  /** Errors of sources as those of commands. */
  inWords<T>(run: () => Promise<T>): Promise<T>
}

type Source = {
  name: string
  summary: string
  description: string
  /** What `--from` is. */
  from: { value: string; description: string; example: string }
  options?: Record<string, Option>
  read(options: FileSourceOptions): Promise<string>
}

const accountOption = (description: string): Record<string, Option> => ({
  account: { type: 'string', value: 'NAME', description },
})

const REPEATED =
  'Without --yes it prints what the form holds and what will not fit. A later run with a newer file brings what is new or changed.'

const SOURCES: Source[] = [
  {
    name: FIDER,
    summary: 'bring a site of Fider by its backup',
    description: `Reads the backup (Site Settings, Export, backup.zip): people, posts with votes, comments, tags, official answers, duplicates as merges,
and files. ${REPEATED}`,
    from: { value: 'FILE', description: 'The backup.', example: 'backup.zip' },
    read: readFider,
  },
  {
    name: QUACKBACK,
    summary: 'bring a workspace of Quackback by its export',
    description: `Reads the ZIP of the workspace: boards, statuses, tags, people, companies, posts with votes and comments, and the changelog. It has
neither merges nor the history of statuses: with --api and --key they are read from the API. ${REPEATED}`,
    from: { value: 'FILE', description: 'The export.', example: 'workspace.zip' },
    options: {
      ...accountOption('The name of the workspace, where the export has none.'),
      api: {
        type: 'string',
        value: 'URL',
        description: 'The address of the workspace, such as https://feedback.acme.example.',
      },
      key: { type: 'string', value: 'KEY', description: 'A key of its API, for --api.' },
    },
    read: readQuackback,
  },
  {
    name: USERVOICE_EXPORT,
    summary: 'bring an account of UserVoice by its files',
    description: `Reads CSV files: the full export, which has a row for each idea and voter, the export of the console, comments, notes and people. Which is
which is seen by the columns. \`earshot move-in uservoice\` brings more. ${REPEATED}`,
    from: {
      value: 'PATH',
      description: 'A CSV file, or a folder of them.',
      example: './uservoice',
    },
    options: {
      ...accountOption('A name for the account: files with the same name belong together.'),
      encoding: {
        type: 'string',
        value: 'NAME',
        description: 'Of files that are not UTF-8, such as windows-1252.',
      },
    },
    read: readUservoiceExport,
  },
  {
    name: ASTUTO,
    summary: 'bring an account of Astuto from its database',
    description: `Reads the PostgreSQL database in one transaction that writes nothing: boards, statuses, people, posts with votes and comments, updates and
the history of statuses. Files are not in the database. The password can be in PGPASSWORD. ${REPEATED}`,
    from: {
      value: 'URL',
      description: 'The address of the database.',
      example: 'postgres://astuto@localhost/astuto',
    },
    options: accountOption('The subdomain, where several accounts share the database.'),
    read: readAstuto,
  },
  {
    name: LOGCHIMP,
    summary: 'bring a site of LogChimp from its database',
    description: `Reads the PostgreSQL database in one transaction that writes nothing: boards, roadmaps as statuses, people, posts with votes, and comments.
The password can be in PGPASSWORD. ${REPEATED}`,
    from: {
      value: 'URL',
      description: 'The address of the database.',
      example: 'postgres://logchimp@localhost/logchimp',
    },
    options: accountOption('A name for the site. Default: host and database.'),
    read: readLogchimp,
  },
]

/** The subcommands, by name. */
export function fileSources(shared: Shared): Record<string, Command> {
  const commands = SOURCES.map((source): [string, Command] => [
    source.name,
    {
      summary: source.summary,
      description: source.description,
      options: {
        from: {
          type: 'string',
          value: source.from.value,
          description: source.from.description,
          isRequired: true,
        },
        ...source.options,
        yes: { type: 'boolean', description: 'Load it. Without this only the plan is printed.' },
        ...mappingOptions,
        folder: {
          type: 'string',
          value: 'PATH',
          description: 'The folder of the form. Default: below moves in the data directory.',
        },
        report: {
          type: 'string',
          value: 'FILE',
          description: 'Write the result to FILE as a page (HTML).',
        },
        ...jsonOption(
          '{"plan", "problems_count", "left_out_count", "problems"}, with --yes {"move", "verified", "kinds", "checks", "problems", …}',
        ),
      },
      examples: [
        [`earshot move-in ${source.name} --from ${source.from.example}`, 'Show what would come.'],
        [
          `earshot move-in ${source.name} --from ${source.from.example} --yes --report report.html`,
          'Bring it, and write a report.',
        ],
      ],
      run: (values) => moveFrom(source, shared, values),
    },
  ])
  return { ...Object.fromEntries(commands), detect: detectCommand(shared) }
}

async function moveFrom(
  { name, read }: Source,
  { loadFolder, inWords }: Shared,
  values: Values,
): Promise<void> {
  if (typeof values.report === 'string') await requireWritable(values.report)
  if (typeof values.encoding === 'string' && findEncoding(values.encoding) === undefined)
    throw new UsageError(`--encoding: ${JSON.stringify(values.encoding)} is no known encoding.`)
  const config = readConfig()
  const progress = showProgress()
  const path = await runInterruptibly((signal) =>
    inWords(() =>
      read({
        from: String(values.from),
        folderOf: (account) => folderOf(values, config, `${name}-${account}`),
        account: optional(values.account),
        encoding: optional(values.encoding),
        client: clientOf(values, config, signal),
        networks: config.outgoingNetworks,
        signal,
        progress: (done, total) => progress('Reading', Math.min(done, total), total),
      }),
    ),
  )
  await loadFolder(values, path)
}

function clientOf(
  { api, key }: Values,
  { outgoingNetworks: networks }: Config,
  signal: AbortSignal,
): SourceClient | undefined {
  if (api === undefined && key === undefined) return undefined
  if (typeof api !== 'string' || typeof key !== 'string')
    throw new UsageError('give both --api and --key, or none.')
  const origin = originIn('--api', api)
  return createSourceClient({ origin, credentials: { token: key }, networks, signal })
}

const optional = (value: Values[string]): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const folderOf = ({ folder }: Values, { dataDir }: Config, name: string): string =>
  typeof folder === 'string'
    ? resolve(folder)
    : join(dataDir, 'moves', name.replace(/[^\w.-]/g, '_').slice(-100))

const detectCommand = ({ inWords }: Shared): Command => ({
  summary: 'say which source a file is',
  description: `Looks at the files in an archive, the columns of a CSV file or the tables of a database, and prints the command that reads it. The exit status is
1 when nothing reads it.`,
  arguments: [{ name: 'PATH', description: 'A file, a folder or the address of a database.' }],
  options: jsonOption('{"source", "description"}'),
  examples: [['earshot move-in detect export.zip', 'Say what the file is.']],
  run: async ({ json }, [path = '']) => {
    const found = await runInterruptibly((signal) => inWords(() => detectSource(path, { signal })))
    const { source, description } = found
    // An address can have a password.
    const what = /^\w+:\/\//.test(path) ? 'It' : path
    const isFile = source === FORM_SOURCE && (await stat(path)).isFile()
    const command =
      source === FORM_SOURCE
        ? `${isFile ? 'unpack it, then ' : ''}earshot move-in folder ${isFile ? 'FOLDER' : what}`
        : `earshot move-in ${source} --from ${what === 'It' ? 'URL' : what}`
    const advice = found.isForImport
      ? '`earshot import FILE --type suggestions` brings ideas with authors, votes and comments, and without --type people and accounts.'
      : 'Nothing reads it. `earshot move-in --help` lists the sources.'
    console.log(
      json
        ? JSON.stringify(found)
        : source === null
          ? `${what} is ${description}. ${advice}`
          : `${what} is ${description}: ${command}`,
    )
    if (source === null) process.exitCode = 1
  },
})
