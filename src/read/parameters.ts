// The parameters of a statement whose text is made once: each is a way to find its value in a request.

export type Value<T> = (wanted: T, baseUrl: string) => unknown
export type Use<T> = (type: string, value: Value<T>) => string

/** `use` names the parameter in the text; the same way to a value is the same parameter. */
export function createParameters<T>(): { use: Use<T>; values: Value<T>[] } {
  const values: Value<T>[] = []
  const use: Use<T> = (type, value) => {
    const known = values.indexOf(value)
    return `$${known < 0 ? values.push(value) : known + 1}::${type}`
  }
  return { use, values }
}

export const baseUrlValue = (_: unknown, baseUrl: string) => baseUrl
