// The operator's words: earshot <command> [options].
import { ApiError } from '../api-error.ts'
import { ConfigError } from '../config.ts'
import { VERSION } from '../service.ts'
import { describeStoreError } from '../store/store-unavailable.ts'
import { parseArguments } from './arguments.ts'
import { backup } from './backup.ts'
import { clients } from './clients.ts'
import { type Command, UsageError } from './command.ts'
import { coverage } from './coverage.ts'
import { REQUIRED_GRANTS } from './database.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { exportCommand } from './export.ts'
import { files } from './files.ts'
import { importCommand } from './import.ts'
import { migrate } from './migrate.ts'
import { openapi } from './openapi.ts'
import { plan } from './plan.ts'
import { restore } from './restore.ts'
import { serve } from './serve.ts'
import { work } from './work.ts'

const commands: Record<string, Command> = {
  serve,
  work,
  migrate,
  clients,
  plan,
  demo,
  export: exportCommand,
  import: importCommand,
  files,
  backup,
  restore,
  doctor,
  openapi,
  coverage,
}

async function main([given, ...more]: string[]): Promise<void> {
  const isHelp = given === undefined || ['help', '--help', '-h'].includes(given)
  const [name, ...args] = isHelp && more[0] !== undefined ? [more[0], '--help'] : [given, ...more]
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (given === '--version') {
    console.log(VERSION)
    return
  }
  if (!command) {
    const isAsked = isHelp && more[0] === undefined
    if (!isAsked) console.error(`earshot ${name} is not known.\n`)
    console.log(overview())
    if (!isAsked) process.exitCode = 2
    return
  }
  try {
    const { values, positionals } = parseArguments(command, args)
    if (values.help) console.log(command.help)
    else await command.run(values, positionals)
  } catch (error) {
    process.exitCode = 1
    const words =
      refusal(error) ?? describeStoreError(error) ?? (isPlain(error) ? error.message : null)
    console.error(words === null ? error : `earshot ${name}: ${words}`)
  }
}

const overview = () =>
  `usage: earshot <command> [options]\n\n${Object.entries(commands)
    .map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`)
    .join('\n')}\n\nearshot <command> --help tells more; earshot --version tells which one this is.`

const NOT_ALLOWED = '42501'

/** What PostgreSQL does not let its user do, and what mends it. */
function refusal(error: unknown): string | null {
  const { message, code, cause } = error as Error & { code?: string; cause?: { code?: string } }
  return [code, cause?.code].includes(NOT_ALLOWED) ? `${message}: ${REQUIRED_GRANTS}` : null
}

/** Mistakes that a sentence explains; anything else is shown whole. */
function isPlain(error: unknown): error is Error {
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof ApiError)
    return true
  return error instanceof Error && error.constructor === Error
}

// Last, because it needs everything above.
await main(process.argv.slice(2))
