// Parameters of a cached statement: each is a function that takes its value from a request.

/**
 * What does not depend on what is asked: the public address, the key that signs addresses of files, whether files of public forums need
 * a signature too, and the end user who reads.
 */
export type Site = {
  baseUrl: string
  fileKey?: Buffer | undefined
  hasPublicFiles?: boolean
  caller?: number | null
}

export type Value<T> = (plan: T, site: Site) => unknown
export type Use<T> = (type: string, value: Value<T>) => string

/** `use` returns the placeholder; the same function gets the same placeholder. */
export function createParameters<T>(): { use: Use<T>; values: Value<T>[] } {
  const values: Value<T>[] = []
  const use: Use<T> = (type, value) => {
    const known = values.indexOf(value)
    return `$${known < 0 ? values.push(value) : known + 1}::${type}`
  }
  return { use, values }
}

export const callerValue = (_: unknown, { caller = null }: Site) => caller
export const baseUrlValue = (_: unknown, { baseUrl }: Site) => baseUrl
