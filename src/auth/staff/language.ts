// The language in which a person gets mails.
import { sql } from 'kysely'
import type { Db, Queries, Tx } from '../../db/db.ts'
import { isLanguage, type Language } from '../../texts/texts.ts'

export async function setLanguage(db: Db, userId: number, language: Language): Promise<void> {
  await sql`
    update users set language = ${language} where id = ${userId} and language is distinct from ${language}`.execute(
    db,
  )
}

/** Of a person who has not chosen one. */
export async function learnLanguage(tx: Tx, userId: number, language: Language): Promise<void> {
  await sql`update users set language = ${language} where id = ${userId} and language is null`.execute(
    tx,
  )
}

export async function readLanguage(queries: Queries, userId: number): Promise<Language> {
  const { rows } = await queries.query<{ language: string | null }>(
    'select language from users where id = $1',
    [userId],
  )
  const language = rows[0]?.language
  return isLanguage(language) ? language : 'en'
}
