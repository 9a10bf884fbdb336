// Error messages have one form: `<field>: <problem>. <what is right>.`

const MAX_QUOTED_CHARACTERS = 100

/** A value as an error message shows it: as JSON, shortened. */
export const quote = (value: unknown): string =>
  typeof value === 'string'
    ? JSON.stringify(value.slice(0, MAX_QUOTED_CHARACTERS))
    : JSON.stringify(value).slice(0, MAX_QUOTED_CHARACTERS)

const MAX_FIELD_CHARACTERS = 200

/** The name of a field that can be as long as the client likes. */
export const joinPath = (path: (string | number)[]): string =>
  path.join('.').slice(0, MAX_FIELD_CHARACTERS)
