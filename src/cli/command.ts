// A command as data: help, shell completion and the reference are generated from its declaration.

export type Values = Record<string, string | boolean | string[] | undefined>

export type Option = {
  type: 'string' | 'boolean'
  description: string
  /** A single letter, for `-d`. */
  short?: string
  /** The name of the value in help, such as FILE. */
  value?: string
  /** Used when the option is absent, and shown in help. */
  default?: string
  choices?: readonly string[]
  isRequired?: boolean
  /** The option can be repeated, and its value is a list. */
  multiple?: boolean
}

export type Argument = {
  name: string
  description: string
  choices?: readonly string[]
  isOptional?: boolean
}

/** The command as it is typed, and what it does. */
export type Example = readonly [command: string, description: string]

export type Command = {
  /** One line, without a full stop. */
  summary: string
  /** Paragraphs separated by an empty line. A paragraph that begins with two spaces is printed as it is. */
  description: string
  /** In the order of the command line; optional ones last. */
  arguments?: readonly Argument[]
  options?: Record<string, Option>
  examples: readonly Example[]
  subcommands?: Record<string, Command>
  /** Absent where a subcommand is required. */
  run?(values: Values, args: string[]): Promise<void>
}

/** The `--json` option; `shape` describes what it prints. */
export const jsonOption = (shape = ''): { json: Option } => ({
  json: { type: 'boolean', description: `Print JSON${shape && `: ${shape}`}.` },
})

/** An expected failure: printed without a stack, exit code 1. */
export class CommandError extends Error {}

/** A wrong command line or environment: exit code 2. */
export class UsageError extends CommandError {}

/** The value of a whole-number option that is present or has a default. */
export function wholeNumber(values: Values, name: string): number {
  const value = values[name]
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) {
    throw new UsageError(
      `--${name}: ${JSON.stringify(value)} is not a whole number from 0 to 999999999.`,
    )
  }
  return Number(value)
}
