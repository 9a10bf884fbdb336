// What a command is: words for people, options for node:util's parseArgs, and what it does.
import type { ParseArgsConfig } from 'node:util'

export type Values = Record<string, string | boolean | undefined>

export type Command = {
  /** One line, in the list of commands. */
  summary: string
  /** All of `--help` below the first line. */
  help: string
  options: NonNullable<ParseArgsConfig['options']>
  /** How many words may follow its name; none unless told. */
  words?: number
  run(values: Values, positionals: string[]): Promise<void>
}

/** A mistake of the person at the keyboard: told in a sentence, without a stack. */
export class UsageError extends Error {}

export function wholeNumber(values: Values, name: string, otherwise: number): number {
  const value = values[name]
  if (value === undefined) return otherwise
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) {
    throw new UsageError(
      `--${name} ${JSON.stringify(value)} should be a whole number from 0 to 999999999.`,
    )
  }
  return Number(value)
}
