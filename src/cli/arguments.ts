// The words and options after a command's name; whatever it does not take is refused in our own words.
import { parseArgs } from 'node:util'
import { type Command, UsageError, type Values } from './command.ts'

const HELP = { type: 'boolean', short: 'h' } as const

export function parseArguments(
  command: Command,
  args: string[],
): { values: Values; positionals: string[] } {
  const options = { ...command.options, help: HELP }
  const { tokens, values, positionals } = parseArgs({
    ...{ args, options, strict: false, tokens: true, allowPositionals: true },
  })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { rawName, value, inlineValue } = token
    const option = Object.hasOwn(options, token.name) ? options[token.name as 'help'] : undefined
    if (!option) throw new UsageError(`${rawName} is not known; ${taken(command)}.`)
    if (option.type === 'boolean' && value !== undefined)
      throw new UsageError(`${rawName} takes no value.`)
    // A negative number is a value, if a wrong one; anything else with a dash is the next option.
    const isAbsent = value === undefined || (!inlineValue && /^-\D/.test(value))
    if ((option.type as string) === 'string' && isAbsent)
      throw new UsageError(`${rawName} needs a value.`)
  }
  const { words = 0 } = command
  if (positionals.length > words && !values.help)
    throw new UsageError(
      `${JSON.stringify(positionals[words])} is a word too many.\n${usageOf(command)}`,
    )
  return { values: values as Values, positionals }
}

function taken({ options }: Command): string {
  const names = Object.keys(options).map((name) => `--${name}`)
  return names.length === 0 ? 'there are no options' : `the options are ${names.join(', ')}`
}

/** The first lines of the help. */
const usageOf = ({ help }: Command) => help.split('\n\n', 1)[0]
