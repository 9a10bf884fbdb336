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

export type Parameters<T> = { use: Use<T>; values: Value<T>[] }

/** `use` returns the placeholder; the same function gets the same placeholder. */
export function createParameters<T>(): Parameters<T> {
  const values: Value<T>[] = []
  const use: Use<T> = (type, value) => {
    const known = values.indexOf(value)
    return `$${known < 0 ? values.push(value) : known + 1}::${type}`
  }
  return { use, values }
}

/** For one of several statements that are sent as one: its plan is the one at `position`. */
export function parametersOfPart<T>({ use }: Parameters<T[]>, position: number): Parameters<T> {
  const values: Value<T>[] = []
  const known = new Map<Value<T>, Value<T[]>>()
  const inPlans = (value: Value<T>): Value<T[]> => {
    const made: Value<T[]> =
      known.get(value) ?? ((plans, site) => value(plans[position] as T, site))
    if (!known.has(value)) values.push(value)
    known.set(value, made)
    return made
  }
  return { use: (type, value) => use(type, inPlans(value)), values }
}

export const callerValue = (_: unknown, { caller = null }: Site) => caller
export const baseUrlValue = (_: unknown, { baseUrl }: Site) => baseUrl
