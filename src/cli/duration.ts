// Durations on the command line, such as 90s, 30m, 12h or 30d.
import { UsageError, type Values } from './command.ts'

const UNIT_SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 }

export function parseSeconds(option: string, value: Values[string], min: 0 | 1): number {
  const [, amount, unit] = /^(\d{1,7})([smhd])$/.exec(String(value)) ?? []
  const seconds =
    value === '0' ? 0 : Number(amount) * UNIT_SECONDS[unit as keyof typeof UNIT_SECONDS]
  if (seconds >= min) return seconds
  throw new UsageError(
    `${option}: ${JSON.stringify(value)} is not a duration. Write a number with s, m, h or d, such as 30d.`,
  )
}

/** In the largest unit that divides it. */
export function formatSeconds(seconds: number): string {
  const units = Object.entries(UNIT_SECONDS).reverse()
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['s', 1]
  return `${seconds / size}${unit}`
}
