// The pictures of texts, in the database: which files they are, and the texts that show them. Files of pictures come before the texts, with no
// record that they belong to yet; their own lines of the form give them that afterwards.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { copyRows, renderCopyRow } from '../db/driver.ts'
import type { Kind, Manifest } from './form.ts'
import type { Move } from './move.ts'
import { type Line, readBatches } from './reader.ts'
import {
  nameAddress,
  type OwnerMember,
  ownersOf,
  pictureKey,
  type ShownPicture,
  withPaths,
} from './text-pictures.ts'

/** Of move_records: which attachment a picture of a record is. They count as no records. */
const PICTURES = 'pictures'
const READ_AT_ONCE = 1000
/** Files are stored while a transaction waits. */
const LOADED_AT_ONCE = 50

const MEMBERS: OwnerMember[] = ['suggestion', 'note', 'comment', 'announcement', 'feedback_record']

/** The names of the pictures that a line of `attachments` has the file of. */
export function picturesOf({ record }: Line<'attachments'>): string[] {
  const { address } = record
  if (!address) return []
  return MEMBERS.flatMap((member) => {
    const key = record[member]
    return key ? [pictureKey({ member, key }, nameAddress(address))] : []
  })
}

type Form = { folder: string; manifest: Manifest; signal: AbortSignal }

/** Notes the lines of the form that have files of pictures. */
export async function stagePictures(db: Db, { folder, manifest, signal }: Form): Promise<void> {
  await sql`truncate move_pictures_of_form`.execute(db)
  async function* rows(): AsyncGenerator<string> {
    for await (const { lines } of readBatches(folder, 'attachments', {
      size: READ_AT_ONCE,
      manifest,
    })) {
      signal.throwIfAborted()
      const found = lines.flatMap((line) =>
        picturesOf(line).map((picture) =>
          renderCopyRow([picture, line.line, line.key, JSON.stringify(line)]),
        ),
      )
      if (found.length > 0) yield found.join('')
    }
  }
  await copyRows(db, sql`copy move_pictures_of_form from stdin`, rows())
  await sql`analyze move_pictures_of_form`.execute(db)
}

type ShowContext = { db: Db; move: Pick<Move, 'id'>; kind: Kind }

/** Stores files and creates their attachments, which belong to nothing yet. */
export type LoadFiles = (lines: Line<'attachments'>[]) => Promise<void>

/**
 * Writes the pictures of texts: the file of ours, or what stood there. The digest says which of them came, so that a text whose picture comes
 * later is one that changed. `load` is for what is not here yet.
 */
export async function showPictures(
  { db, move, kind }: ShowContext,
  lines: Line[],
  load?: LoadFiles,
): Promise<void> {
  const texts = lines.filter(({ pictures }) => pictures !== undefined)
  if (texts.length === 0) return
  const namesOf = (line: Line, { address }: ShownPicture) =>
    ownersOf(kind, line).map((owner) => pictureKey(owner, address))
  const names = [
    ...new Set(texts.flatMap((line) => (line.pictures ?? []).flatMap((one) => namesOf(line, one)))),
  ]
  let files = await findFiles(db, move.id, names)
  if (load) {
    const missing = names.filter((name) => !files.has(name))
    if (await loadMissing({ db, move }, missing, load)) files = await findFiles(db, move.id, names)
  }
  for (const line of texts) {
    const shown: string[] = []
    const missing = new Set<string>()
    const body = withPaths(line, (picture) => {
      const name = namesOf(line, picture).find((one) => files.has(one))
      if (name === undefined) {
        missing.add(picture.address)
        return undefined
      }
      shown.push(name)
      return `/files/${files.get(name)}`
    })
    Object.assign(line.record, { body })
    line.missing = [...missing]
    line.digest = hash('sha256', [line.digest, ...shown].join('\n'), 'base64')
  }
}

/** The keys of the files, by the names of pictures. Of those that browsers show. */
async function findFiles(db: Db, move: number, names: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; file_key: string }>`
    select m.source_key as name, a.file_key
    from move_records m join attachments a on a.id = m.record_id
    where m.move_id = ${move} and m.kind = ${PICTURES} and m.source_key = any(${names}) and a.is_safe_image`.execute(
    db,
  )
  return new Map(rows.map(({ name, file_key }) => [name, file_key]))
}

/** For texts that show them in a later run, which has only what changed. */
export async function notePictures(
  tx: Tx,
  move: Pick<Move, 'id'>,
  lines: Line<'attachments'>[],
): Promise<void> {
  const named = lines.flatMap((line) =>
    picturesOf(line).map((picture) => ({ picture, key: line.key })),
  )
  if (named.length === 0) return
  await sql`
    insert into move_records (move_id, kind, source_key, record_id, digest, is_own)
    select distinct on (p.picture) m.move_id, ${PICTURES}, p.picture, m.record_id, '', false
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) p (picture text, key text)
    join move_records m on m.move_id = ${move.id} and m.kind = 'attachments' and m.source_key = p.key
    order by p.picture, m.record_id
    on conflict (move_id, kind, source_key) do nothing`.execute(tx)
}

/** Whether there was anything to load. */
async function loadMissing(
  { db, move }: Omit<ShowContext, 'kind'>,
  names: string[],
  load: LoadFiles,
): Promise<boolean> {
  if (names.length === 0) return false
  const { rows } = await sql<{ key: string; record: Line<'attachments'> }>`
    select distinct on (source_key) source_key as key, record from move_pictures_of_form
    where picture = any(${names}) order by source_key, line`.execute(db)
  if (rows.length === 0) return false
  const lines = rows.map(({ record }) => record)
  for (let from = 0; from < lines.length; from += LOADED_AT_ONCE)
    await load(lines.slice(from, from + LOADED_AT_ONCE))
  await sql`
    insert into move_records (move_id, kind, source_key, record_id, digest, is_own)
    select distinct on (p.picture) m.move_id, ${PICTURES}, p.picture, a.id, '', false
    from move_pictures_of_form p
    join move_records m on m.move_id = ${move.id} and m.kind = 'attachments' and m.source_key = p.source_key
    join attachments a on a.id = m.record_id
    where p.picture = any(${names}) order by p.picture, p.line
    on conflict (move_id, kind, source_key) do update set record_id = excluded.record_id`.execute(
    db,
  )
  return true
}
