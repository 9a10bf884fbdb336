// NPS ratings of users. Triggers maintain the values derived from them (previous rating, satisfaction, NPS).
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { nps_ratings } from '../resources/nps_ratings.ts'
import { lockUsers } from './core/locks.ts'
import { createRecord } from './core/records.ts'

export type NewRating = {
  rating: number
  prompt?: string
  body?: string
  date?: string
  links: { user: number; ticket?: number }
}

export const createRating = (tx: Tx, actor: number, { date, ...rating }: NewRating) =>
  createRecord(tx, nps_ratings, actor, { ...rating, created_at: date })

export async function deleteRatings(tx: Tx, ids: number[]): Promise<void> {
  // Lock order: users first, so that concurrent ratings do not deadlock.
  await lockUsers(tx, sql`select user_id from nps_ratings where id = any(${ids})`)
  await sql`delete from nps_ratings where id = any(${ids})`.execute(tx)
}
