// Times are UTC in the API, and local in the browser's input of date and time.

export function toLocalTime(time: string): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Undefined for what is no time yet. */
export function fromLocalTime(text: string): string | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : `${date.toISOString().slice(0, 19)}Z`
}
