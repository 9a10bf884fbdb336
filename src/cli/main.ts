// earshot COMMAND [SUBCOMMAND] [arguments] [options]
import { VERSION } from '../core/version.ts'
import { parseArguments } from './arguments.ts'
import { type Command, UsageError } from './command.ts'
import { loadCommands } from './commands.ts'
import { describeError } from './errors.ts'
import {
  type Commands,
  findCommand,
  renderHelp,
  renderOverview,
  renderUsage,
  requireSubcommand,
} from './help.ts'
import { styleFor } from './style.ts'

const HELP = ['--help', '-h']

let lastError: unknown

async function main(line: string[]): Promise<void> {
  const isDebug = line.includes('--debug') || process.env.EARSHOT_DEBUG === '1'
  const [first = 'help', ...rest] = line[0] === '--debug' ? line.slice(1) : line
  if (first === '--version') return console.log(VERSION)
  let running: { name: string; command: Command } | undefined
  const word = HELP.includes(first) ? 'help' : first
  const commands = await loadCommands(word)
  try {
    const { name, command, rest: words } = findCommand(commands, [word, ...rest])
    running = { name, command }
    await runCommand(name, command, words)
  } catch (error) {
    reportError(error, isDebug, commands, running)
  }
}

async function runCommand(name: string, command: Command, words: string[]): Promise<void> {
  const isHelp = words.some((word) => HELP.includes(word))
  if (command.subcommands && !isHelp) requireSubcommand(command, words)
  const { values, args } = parseArguments(command, words)
  if (values.help) return console.log(renderHelp(name, command, styleFor(process.stdout)))
  await command.run?.(values, args)
}

function reportError(
  error: unknown,
  isDebug: boolean,
  commands: Commands,
  running?: { name: string; command: Command },
): void {
  // A stream that fails passes its error to the listener and, perhaps wrapped, to the command.
  if (lastError !== undefined && [error, (error as Error).cause].includes(lastError)) return
  lastError = error
  const style = styleFor(process.stderr)
  const { message, exitCode, stack } = describeError(error, isDebug)
  process.exitCode = exitCode
  const prefix = style('red', `earshot${running ? ` ${running.name}` : ''}:`)
  console.error(`${prefix} ${message}`)
  if (stack) console.error(stack)
  if (!(error instanceof UsageError)) return
  if (running) console.error(renderUsage(running.name, running.command, style))
  else console.error(`\n${renderOverview(commands, style)}`)
}

/** A reader that closed the pipe, like `head`, has seen enough. Any other failure is reported. */
function watchOutput(): void {
  if (process.stdout.listenerCount('error') > 0) return
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    reportError(Object.assign(error, { path: 'standard output' }), false, {})
  })
}

// A reader of standard error that goes away does not end the command.
process.stderr.on('error', () => {})

// Last, because it needs everything above.
watchOutput()
await main(process.argv.slice(2))
