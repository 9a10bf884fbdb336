// `earshot help`, `--help` and docs/cli.md, all from the declarations of the commands.
import { GLOBAL_OPTIONS } from './arguments.ts'
import { type Argument, type Command, type Option, UsageError } from './command.ts'
import { type Style, styleFor } from './style.ts'
import { suggestName } from './suggest.ts'

const MAX_WIDTH = 100

export type Commands = Record<string, Command>

const EXIT_CODES: [string, string][] = [
  ['0', 'Success.'],
  ['1', 'The command failed while it ran.'],
  ['2', 'Wrong use: an unknown command or option, a wrong value, or a wrong environment variable.'],
]

export const makeHelp = (loadAll: () => Promise<Commands>): Command => ({
  summary: 'show the commands, or the help of one command',
  description: 'The same as `earshot COMMAND --help`.',
  arguments: [
    { name: 'COMMAND', description: 'The name of a command.', isOptional: true },
    { name: 'SUBCOMMAND', description: 'The name of its subcommand.', isOptional: true },
  ],
  options: {
    markdown: { type: 'boolean', description: 'Print the reference of all commands as Markdown.' },
  },
  examples: [
    ['earshot help', 'List all commands.'],
    ['earshot help clients create', 'Show the help of one subcommand.'],
  ],
  async run({ markdown }, names) {
    const commands = await loadAll()
    if (markdown) return console.log(renderMarkdown(commands))
    if (names.length === 0) return console.log(renderOverview(commands, styleFor(process.stdout)))
    const { name, command, rest } = findCommand(commands, names)
    if (rest.length > 0 && !command.subcommands) throw new UsageError(`${name} has no subcommands.`)
    if (rest.length > 0) requireSubcommand(command, rest)
    console.log(renderHelp(name, command, styleFor(process.stdout)))
  },
})

/** The command that the words name, or its subcommand, with the words after it. */
export function findCommand(
  commands: Commands,
  [first = '', ...rest]: string[],
): { name: string; command: Command; rest: string[] } {
  const command = pick(commands, first)
  if (!command) throw new UsageError(describeUnknown('command', first, commands))
  const subcommand = pick(command.subcommands ?? {}, rest[0] ?? '')
  return subcommand
    ? { name: `${first} ${rest[0]}`, command: subcommand, rest: rest.slice(1) }
    : { name: first, command, rest }
}

/** `words` are what findCommand left over. */
export function requireSubcommand({ subcommands = {}, run }: Command, [word]: string[]): void {
  const allowed = ` Allowed: ${Object.keys(subcommands).join(', ')}.`
  if (word !== undefined && !word.startsWith('-'))
    throw new UsageError(describeUnknown('subcommand', word, subcommands, allowed))
  if (!run) throw new UsageError(`subcommand is missing.${allowed}`)
}

const pick = (commands: Commands, name: string) =>
  Object.hasOwn(commands, name) ? commands[name] : undefined

const describeUnknown = (role: string, input: string, known: Commands, otherwise = '') =>
  `unknown ${role} ${JSON.stringify(input)}.${suggestName(input, Object.keys(known)) || otherwise}`

export function renderOverview(commands: Commands, style: Style): string {
  const names = Object.entries(commands).map(([name, { summary }]): [string, string] => [
    name,
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
  ])
  return [
    `${style('bold', 'Usage:')} earshot COMMAND [options]`,
    section('Commands', names, style),
    section(
      'Options',
      [...listOptions(GLOBAL_OPTIONS), ['--version', 'Print the version.']],
      style,
    ),
    section('Exit codes', EXIT_CODES, style),
    'Run `earshot COMMAND --help` for the options of a command.',
  ].join('\n\n')
}

export function renderHelp(name: string, command: Command, style: Style): string {
  const subcommands = Object.entries(command.subcommands ?? {}).map(
    ([word, { summary }]): [string, string] => [word, summary],
  )
  return [
    renderUsage(name, command, style),
    ...command.description.split('\n\n').map((text) => wrap(text, 0)),
    section('Subcommands', subcommands, style),
    section('Arguments', (command.arguments ?? []).map(listArgument), style),
    section('Options', listOptions({ ...command.options, ...GLOBAL_OPTIONS }), style),
    examplesSection(command, style),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The usage lines of a command, or of all its subcommands. */
export function renderUsage(name: string, command: Command, style: Style): string {
  const lines = [
    ...(command.run ? [usageLine(name, command)] : []),
    ...Object.entries(command.subcommands ?? {}).map(([word, one]) =>
      usageLine(`${name} ${word}`, one),
    ),
  ]
  return lines
    .map((line, i) => `${i === 0 ? style('bold', 'Usage:') : '      '} ${wrap(line, 9).trim()}`)
    .join('\n')
}

function usageLine(name: string, { arguments: args = [], options = {} }: Command): string {
  const parts = Object.entries(options).map(([key, option]) => {
    const text = [`--${key}`, valueName(option)].filter(Boolean).join(' ')
    return option.isRequired ? text : `[${text}]${option.multiple ? '…' : ''}`
  })
  const words = args.map(({ name: word, isOptional }) => (isOptional ? `[${word}]` : word))
  // A no-break space keeps an option and its value on one line.
  const unbroken = parts.map((part) => part.replaceAll(' ', '\u00a0'))
  return ['earshot', name, ...words, ...unbroken].join(' ')
}

const valueName = ({ type, value, choices }: Option) =>
  type === 'boolean' ? '' : (value ?? choices?.join('|') ?? 'VALUE')

const listArgument = ({ name, description, choices }: Argument): [string, string] => [
  name,
  choices ? `${description} Allowed: ${choices.join(', ')}.` : description,
]

const listOptions = (options: Record<string, Option>) =>
  Object.entries(options).map(([name, option]): [string, string] => {
    const short = option.short ? `-${option.short}, ` : ''
    return [`${short}--${name} ${valueName(option)}`.trim(), describeOption(option)]
  })

function describeOption({ description, default: value, isRequired, multiple }: Option): string {
  const notes = [
    isRequired && 'Required.',
    multiple && 'Can be repeated.',
    value !== undefined && `Default: ${value}.`,
  ]
  return [description, ...notes].filter(Boolean).join(' ')
}

function section(title: string, entries: [string, string][], style: Style): string {
  if (entries.length === 0) return ''
  const width = Math.max(...entries.map(([name]) => name.length))
  const lines = entries.map(
    ([name, text]) => `  ${name.padEnd(width)}  ${wrap(text, width + 4).trim()}`,
  )
  return [style('bold', `${title}:`), ...lines].join('\n')
}

function examplesSection({ examples }: Command, style: Style): string {
  const lines = examples.map(([line, text]) => `  ${line}\n${wrap(text, 6)}`)
  return lines.length === 0 ? '' : [style('bold', 'Examples:'), ...lines].join('\n')
}

/** Breaks a paragraph into lines that begin with `indent` spaces; indented text stays as it is. */
function wrap(text: string, indent: number): string {
  if (text.startsWith('  ')) return text
  const width = Math.min(process.stdout.columns || MAX_WIDTH, MAX_WIDTH)
  const lines: string[] = ['']
  for (const word of text.split(/[ \n]+/)) {
    const line = lines.at(-1) as string
    if (line !== '' && indent + line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.map((line) => ' '.repeat(indent) + line.replaceAll('\u00a0', ' ')).join('\n')
}

function renderMarkdown(commands: Commands): string {
  const sections = Object.entries(commands).map(([name, command]) =>
    markdownSection(name, command, 2),
  )
  return `# Commands

\`npm run cli-docs\` writes this page from the declarations of the commands. A test compares the two.

Every command accepts \`--help\` (\`-h\`) and \`--debug\`, which prints the stack trace of an error; \`EARSHOT_DEBUG=1\` does
the same. \`earshot --version\` prints the version. The settings are environment variables, as for the service.

| Exit code | Meaning |
| --- | --- |
${EXIT_CODES.map(([code, text]) => `| ${code} | ${text} |`).join('\n')}

${sections.join('\n\n')}`
}

function markdownSection(name: string, command: Command, level: number): string {
  const usage = command.run ? `\`\`\`sh\n${usageLine(name, command)}\n\`\`\`` : ''
  const description = command.description
    .split('\n\n')
    .map((text) =>
      text.startsWith('  ') ? `\`\`\`text\n${text}\n\`\`\`` : text.replaceAll('\n', ' '),
    )
  const subcommands = Object.entries(command.subcommands ?? {}).map(([word, one]) =>
    markdownSection(`${name} ${word}`, one, level + 1),
  )
  const examples = command.examples.map(([line, text]) => `# ${text}\n${line}`).join('\n\n')
  return [
    `${'#'.repeat(level)} ${name}`,
    ...description,
    usage.replaceAll('\u00a0', ' '),
    markdownTable('Argument', (command.arguments ?? []).map(listArgument)),
    markdownTable('Option', listOptions(command.options ?? {})),
    examples && `\`\`\`sh\n${examples}\n\`\`\``,
    ...subcommands,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function markdownTable(title: string, entries: [string, string][]): string {
  if (entries.length === 0) return ''
  const escapePipes = (text: string) => text.replaceAll('|', '\\|')
  const rows = entries.map(([name, text]) => `| \`${escapePipes(name)}\` | ${escapePipes(text)} |`)
  return [`| ${title} | |`, '| --- | --- |', ...rows].join('\n')
}
