// An environment variable, declared once: its default, its parser, the text of its error, its documentation.

export type Variable<T> = {
  /** Its name in the configuration. Without one, it is combined with others, or is that of a setting. */
  member?: string
  /** The setting that it decides. Owners can set it in the console as long as the variable is not set. */
  setting?: string
  /** The value that applies when the variable is not set; null and an empty list: none. */
  default: unknown
  /** The default as documented, where it is no literal value. */
  documentedDefault?: string
  /** One sentence for the documentation. */
  meaning: string
  /** Completes `NAME is "…"; it should be …`, and documents the allowed values. */
  allowed: string
  /** Undefined for a value that is not allowed. A SettingError says what is wrong with a long one. */
  parse(value: string, env: NodeJS.ProcessEnv): T | undefined
  /** How an error message shows the value; without its password by default. */
  redact?(value: string): string
}

export const hasValue = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== ''

export type Range = { minimum: number; maximum: number }

export const count = ({
  minimum,
  maximum,
}: Range): Pick<Variable<number>, 'allowed' | 'parse'> => ({
  allowed: `a whole number from ${minimum} to ${maximum}`,
  parse: (value) => {
    const number = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN
    return number >= minimum && number <= maximum ? number : undefined
  },
})

export const oneOf = <T extends string>(
  allowed: readonly T[],
): Pick<Variable<T>, 'allowed' | 'parse'> => ({
  allowed: `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`,
  parse: (value) => allowed.find((one) => one === value.toLowerCase()),
})

// A secret can be anywhere in an address that was mistyped.
export const redactAuthority = (value: string): string =>
  value.replace(/^(\w{0,10}:\/\/)?.*/s, '$1…')

/** Undefined where the percent-encoding is invalid. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
