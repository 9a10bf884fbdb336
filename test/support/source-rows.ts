// SQL on source rows that several recounts share.
import { type RawBuilder, sql } from 'kysely'

export type Sql = RawBuilder<unknown>

export const countOf = (rows: Sql): Sql => sql`(select count(*) from ${rows})`

export const newest = (column: string, from: Sql, offset = 0): Sql => sql`(
  select ${sql.ref(column)} from ${from} order by created_at desc, id desc offset ${sql.lit(offset)} limit 1)`

/** The rating that a person gave last. */
export const ratingOf = (user: Sql): Sql =>
  newest('rating', sql`nps_ratings where user_id = ${user}`)

/** The people of an account, each once, as `m`. */
export const membersOf = (account: Sql): Sql => sql`(
  select distinct user_id from external_users where external_account_id = ${account}) m`

export const ratingsOf = (account: Sql): Sql =>
  sql`(select ${ratingOf(sql`m.user_id`)} as rating from ${membersOf(account)}) r`

export const npsOf = (account: Sql): Sql => sql`(
  select round(100.0 * sum(case when rating >= 9 then 1 when rating <= 6 then -1 else 0 end) / count(*), 2)
  from ${ratingsOf(account)} where rating is not null)`

/** Without case and accents. */
export const normalized = (text: Sql): Sql => sql`lower(unaccent(${text}))`
