// Links of moved texts that lead nowhere when the source is gone: to pages and files of the source that are not here, and pictures that did
// not come. Nothing is asked for: what is here decides.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Kind } from './form.ts'
import type { Move } from './move.ts'
import type { Line } from './reader.ts'

export type DeadLinks = {
  count: number
  /** The first ones. */
  listed: { kind: Kind; key: string; address: string }[]
}

const MAX_LISTED = 100
const MAX_ADDRESS = 500

/** What the portal answers under the ids that were kept. */
const PAGE =
  /^\/(?:forums\/(\d{1,15})(?:-[^/?#]*)?)?(?:\/?suggestions\/(\d{1,15})(?:-[^/?#]*)?)?\/?(?:[?#]|$)/
const FILE = /^\/files\/([0-9a-z]{16,80})(?:[/?#]|$)/
/** The paths that a link in Markdown leads to. */
const PATHS = /\]\(<?(\/(?:files|suggestions|forums)\/[^\s()<>]*)/g

type Link = {
  kind: Kind
  key: string
  address: string
  forum?: number
  suggestion?: number
  file?: string
}

type Missing = { forums: Set<number>; suggestions: Set<number>; files: Set<string> }

export class LinkCheck {
  readonly #db: Db
  readonly #move: Pick<Move, 'id'>
  readonly #pattern: RegExp | undefined
  readonly dead: DeadLinks = { count: 0, listed: [] }

  /** `account` is an address, or the name of a file or database, which nothing links to. */
  constructor(db: Db, move: Pick<Move, 'id'>, account: string) {
    this.#db = db
    this.#move = move
    const url = URL.parse(account)
    if (!url || !['https:', 'http:'].includes(url.protocol)) return
    const start = `${url.host}${url.pathname.replace(/\/$/, '')}`
    this.#pattern = new RegExp(
      `https?://${start.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.:-])[^\\s<>()"'\\]]*`,
      'gi',
    )
  }

  /** Of texts as they are here: the pictures are written. */
  async check(kind: Kind, lines: Line[]): Promise<void> {
    const links = lines.flatMap((line) => this.#linksOf(kind, line))
    if (links.length > 0) await this.#addMissing(links)
    for (const { key, missing = [] } of lines)
      for (const address of missing) this.#add({ kind, key, address })
    if (kind === 'attachments') await this.#addFiles(lines as Line<'attachments'>[])
  }

  #add({ kind, key, address }: DeadLinks['listed'][number]): void {
    this.dead.count++
    if (this.dead.listed.length < MAX_LISTED)
      this.dead.listed.push({ kind, key, address: address.slice(0, MAX_ADDRESS) })
  }

  async #addMissing(links: Link[]): Promise<void> {
    const missing = await this.#findMissing(links)
    for (const link of links) {
      const { forum, suggestion, file } = link
      const isPage = forum !== undefined || suggestion !== undefined || file !== undefined
      const isHere =
        isPage &&
        !missing.forums.has(forum ?? 0) &&
        !missing.suggestions.has(suggestion ?? 0) &&
        !missing.files.has(file ?? '')
      if (!isHere) this.#add(link)
    }
  }

  /** Files of the form that were left out. */
  async #addFiles(lines: Line<'attachments'>[]): Promise<void> {
    const keys = lines.map(({ key }) => key)
    if (keys.length === 0) return
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) key where not exists (
        select from move_records m where m.move_id = ${this.#move.id} and m.kind = 'attachments' and m.source_key = key)`.execute(
      this.#db,
    )
    const left = new Set(rows.map(({ key }) => key))
    for (const { key, record } of lines)
      if (left.has(key)) this.#add({ kind: 'attachments', key, address: record.file })
  }

  #linksOf(kind: Kind, { key, record, missing = [] }: Line): Link[] {
    const { body } = record as { body?: unknown }
    if (typeof body !== 'string') return []
    const found = new Set(
      [...body.matchAll(PATHS)].map(([, path = '']) => path).filter((path) => path !== ''),
    )
    if (this.#pattern)
      for (const [address] of body.matchAll(this.#pattern)) found.add(withoutEnd(address))
    // Pictures are said as such.
    for (const address of missing) found.delete(address)
    return [...found].map((address) => ({ kind, key, address, ...targetOf(address) }))
  }

  /** A page is one of the move: another record here can have the id. */
  async #findMissing(links: Link[]): Promise<Missing> {
    const of = <T>(member: (link: Link) => T | undefined) =>
      [...new Set(links.map(member))].filter((value) => value !== undefined)
    const isMoved = (kind: Kind) => sql`exists (
      select from move_records m join ${sql.table(kind)} t on t.id = m.record_id
      where m.move_id = ${this.#move.id} and m.kind = ${kind} and m.record_id = named.id)`
    const { rows } = await sql<{ kind: string; name: string }>`
      select 'forum' as kind, id::text as name from unnest(${of(({ forum }) => forum)}::bigint[]) named (id)
      where not ${isMoved('forums')}
      union all
      select 'suggestion', id::text from unnest(${of(({ suggestion }) => suggestion)}::bigint[]) named (id)
      where not ${isMoved('suggestions')}
      union all
      select 'file', named.key from unnest(${of(({ file }) => file)}::text[]) named (key)
      where not exists (select from attachments a where a.file_key = named.key)`.execute(this.#db)
    const names = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => name)
    return {
      forums: new Set(names('forum').map(Number)),
      suggestions: new Set(names('suggestion').map(Number)),
      files: new Set(names('file')),
    }
  }
}

/** Without what ends a sentence or emphasis. An expression would look from each of many signs to the end. */
function withoutEnd(address: string): string {
  let end = address.length
  while (end > 0 && '.,;:!?*_'.includes(address.charAt(end - 1))) end--
  return address.slice(0, end)
}

function targetOf(address: string): Pick<Link, 'forum' | 'suggestion' | 'file'> {
  const url = URL.parse(address, 'https://source.invalid')
  const path = url ? `${url.pathname}${url.search}` : ''
  const [, file] = FILE.exec(path) ?? []
  if (file !== undefined) return { file }
  const [, forum, suggestion] = PAGE.exec(path) ?? []
  return {
    ...(forum !== undefined && { forum: Number(forum) }),
    ...(suggestion !== undefined && { suggestion: Number(suggestion) }),
  }
}
