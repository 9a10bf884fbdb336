// How likely people are to recommend us. What follows from a rating (the one before, satisfaction, NPS) triggers keep.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { nps_ratings } from '../resources/nps_ratings.ts'
import { createRecord } from './records.ts'

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
  // People first, as everywhere: who is rated just now waits, instead of both for each other.
  await sql`
    select from users where id in (select user_id from nps_ratings where id = any(${ids}))
    order by id for no key update`.execute(tx)
  await sql`delete from nps_ratings where id = any(${ids})`.execute(tx)
}
