// What a request costs and who pays for it: one, and one more for each whole second of work after the first.
import type { FastifyRequest } from 'fastify'
import type { RateAccount } from './rate-headers.ts'

export type Charge = {
  account: RateAccount
  minute: number
  cost: number
  isFree: boolean
  isRejected: boolean
  /** Up to `resumedAt`, which is undefined while the server waits for the client's body. */
  workedMs: number
  resumedAt: number | undefined
  now(): number
}

export const newCharge = (account: RateAccount, minute: number, now: () => number): Charge => ({
  account,
  minute,
  cost: 0,
  isFree: false,
  isRejected: false,
  workedMs: 0,
  resumedAt: now(),
  now,
})

/** The request costs only its extra seconds: the server had nothing to do for it. */
export function refund({ state: { charge } }: FastifyRequest): void {
  if (charge) charge.isFree = true
}

/** Does not charge for the time until the body is complete, which depends on the client. */
export function excludeBodyTime({ state: { charge }, raw }: FastifyRequest): void {
  if (!charge) return
  pause(charge)
  raw.once('end', () => resume(charge))
}

export function pause(charge: Charge): void {
  charge.workedMs = measureWork(charge)
  charge.resumedAt = undefined
}

export function resume(charge: Charge): void {
  charge.resumedAt ??= charge.now()
}

const measureWork = ({ workedMs, resumedAt, now }: Charge) =>
  workedMs + (resumedAt === undefined ? 0 : Math.max(0, now() - resumedAt))

export const extraCost = (charge: Charge) => Math.max(0, Math.floor(measureWork(charge) / 1000) - 1)
