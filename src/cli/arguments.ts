// Parses the command line of one command and rejects everything that its declaration does not allow.
import { parseArgs } from 'node:util'
import { type Command, type Option, UsageError, type Values } from './command.ts'
import { suggestName } from './suggest.ts'

/** Options of every command. */
export const GLOBAL_OPTIONS: Record<string, Option> = {
  help: { type: 'boolean', short: 'h', description: 'Show this help.' },
  debug: { type: 'boolean', description: 'Print the stack trace of an error.' },
}

export type Parsed = { values: Values; args: string[] }

export function parseArguments(command: Command, line: string[]): Parsed {
  const options = { ...command.options, ...GLOBAL_OPTIONS }
  const { tokens, values, positionals } = parseArgs({
    args: line,
    options: Object.fromEntries(
      Object.entries(options).map(([key, { type, short, multiple = false }]) => [
        key,
        { type, multiple, ...(short && { short }) },
      ]),
    ),
    strict: false,
    tokens: true,
    allowPositionals: true,
  })
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (!option) throw new UsageError(describeUnknownOption(token.rawName, command))
    checkValue(token, option)
    if (seen.has(token.name) && !option.multiple)
      throw new UsageError(`${token.rawName} was given twice.`)
    seen.add(token.name)
  }
  if (!values.help) {
    checkRequired(command, values as Values, positionals)
    for (const [key, option] of Object.entries(options)) values[key] ??= option.default
  }
  return { values: values as Values, args: positionals }
}

function checkValue(
  token: { rawName: string; value?: string; inlineValue?: boolean },
  { type, choices }: Option,
): void {
  const { rawName, value, inlineValue } = token
  if (type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`)
    return
  }
  // A lone dash is standard input, and a negative number is a value, if a wrong one.
  if (value === undefined || (!inlineValue && /^-[^\d]/.test(value)))
    throw new UsageError(`${rawName} needs a value.`)
  if (choices && !choices.includes(value))
    throw new UsageError(describeUnknownValue(rawName, value, choices))
}

function checkRequired(command: Command, values: Values, args: string[]): void {
  const expected = command.arguments ?? []
  const extra = args[expected.length]
  if (extra !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(extra)}.`)
  for (const [i, { name, choices, isOptional }] of expected.entries()) {
    const value = args[i]
    if (value === undefined && !isOptional) throw new UsageError(`${name} is missing.`)
    if (value !== undefined && choices && !choices.includes(value))
      throw new UsageError(describeUnknownValue(name, value, choices))
  }
  for (const [key, { isRequired }] of Object.entries(command.options ?? {}))
    if (isRequired && values[key] === undefined) throw new UsageError(`--${key} is required.`)
}

const describeUnknownValue = (name: string, value: string, choices: readonly string[]) =>
  `${name}: unknown value ${JSON.stringify(value)}. Allowed: ${choices.join(', ')}.`

function describeUnknownOption(rawName: string, { options = {} }: Command): string {
  const names = [...Object.keys(options), ...Object.keys(GLOBAL_OPTIONS)]
  const suggestion = suggestName(rawName.replace(/^-+/, ''), names, '--')
  const allowed = Object.keys(options).map((name) => `--${name}`)
  const rest = allowed.length === 0 ? 'There are no options.' : `Allowed: ${allowed.join(', ')}.`
  return `unknown option "${rawName}".${suggestion || ` ${rest}`}`
}
