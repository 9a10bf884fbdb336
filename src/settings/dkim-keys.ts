// The keys that sign mails. A new one is published first and activated then; the one before it stays published for mails on their way.
import { sql } from 'kysely'
import { readEncryptionKey } from '../auth/encrypted-secrets.ts'
import { ApiError } from '../core/api-error.ts'
import {
  type DnsRecord,
  dkimRecord,
  domainOfSender,
  generateDkimKey,
  isAligned,
  isSelector,
  SELECTOR_FORM,
  type Signing,
} from '../core/dkim.ts'
import { decryptSecret, encryptSecret, type ReadKeys } from '../core/secret-keys.ts'
import { formatValue } from '../core/values.ts'
import type { Db, Tx } from '../db/db.ts'
import { type Origin, recordAudit } from '../write/core/audit.ts'
import { announceSettings } from './stored.ts'

export const MAX_DKIM_KEYS = 5

/** `new` was never used, `retired` was. */
export const DKIM_STATES = ['new', 'active', 'retired'] as const

export type DkimKey = {
  id: number
  domain: string
  selector: string
  publicKey: string
  state: (typeof DKIM_STATES)[number]
  created_at: Date
  activated_at: Date | null
  record: DnsRecord
}

type Row = {
  id: number
  domain: string
  selector: string
  public_key: string
  is_active: boolean
  created_at: Date
  activated_at: Date | null
}

const placeOf = (id: number) => `dkim_keys ${id}`

const toKey = ({ public_key: publicKey, is_active, ...row }: Row): DkimKey => ({
  ...row,
  publicKey,
  state: is_active ? 'active' : row.activated_at === null ? 'new' : 'retired',
  record: dkimRecord({ ...row, publicKey }),
})

/** The newest first. */
export async function listDkimKeys(db: Db): Promise<DkimKey[]> {
  const { rows } = await sql<Row>`
    select id, domain, selector, public_key, is_active, created_at, activated_at from dkim_keys
    order by id desc`.execute(db)
  return rows.map(toKey)
}

/** Throws an error of the API when there is none. */
export async function findDkimKey(db: Db, id: number): Promise<DkimKey> {
  const key = (await listDkimKeys(db)).find((one) => one.id === id)
  if (key) return key
  throw new ApiError('not_found', `No DKIM key has the id ${id}.`)
}

export type NewDkimKey = {
  /** Of the sender, or above it. Undefined: that of the sender. */
  domain: string | undefined
  /** Undefined: one that is free. */
  selector: string | undefined
}

/** Which domain mails are from. Throws where no record can be published for them. */
export function requireSenderDomain(from: string | null): string {
  if (from === null)
    throw new ApiError('invalid', 'mail: not configured. Set a mail server first.', {
      mail: 'required',
    })
  const domain = domainOfSender(from)
  if (domain !== null) return domain
  throw new ApiError(
    'invalid',
    `The sender ${formatValue(from)} has no domain with DNS records. Set another sender first.`,
    { mail: 'invalid' },
  )
}

/** Not active yet. The private key is encrypted, and never shown. */
export async function createDkimKey(
  tx: Tx,
  origin: Origin,
  wanted: NewDkimKey,
  { from, readKeys }: { from: string | null; readKeys: ReadKeys },
): Promise<DkimKey> {
  const sender = requireSenderDomain(from)
  const domain = wanted.domain?.trim().toLowerCase() || sender
  if (!isAligned(domain, sender) || !domain.includes('.'))
    throw new ApiError(
      'invalid',
      `domain: ${formatValue(domain)} does not fit the sender. Allowed: ${sender}, or a domain above it.`,
      { domain: 'in' },
    )
  const encryptionKey = await readEncryptionKey(tx, readKeys)
  const { privateKey, publicKey } = await generateDkimKey()
  await sql`lock table dkim_keys in share row exclusive mode`.execute(tx)
  const existing = await listDkimKeys(tx)
  if (existing.length >= MAX_DKIM_KEYS)
    throw new ApiError(
      'conflict',
      `There are ${MAX_DKIM_KEYS} DKIM keys. Remove one that is not used any more.`,
    )
  const selector = wanted.selector?.trim().toLowerCase() || freeSelector(existing)
  checkSelector(selector, domain, existing)
  const { rows } = await sql<{ id: number }>`
    insert into dkim_keys (domain, selector, public_key) values (${domain}, ${selector}, ${publicKey})
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  const encrypted = encryptSecret(encryptionKey, Buffer.from(privateKey), placeOf(id))
  await sql`update dkim_keys set encrypted_secret = ${encrypted} where id = ${id}`.execute(tx)
  await recordChange(tx, origin, null, nameOf({ domain, selector }))
  return findDkimKey(tx, id)
}

function checkSelector(selector: string, domain: string, existing: DkimKey[]): void {
  if (!isSelector(selector))
    throw new ApiError(
      'invalid',
      `selector: ${formatValue(selector)} is not allowed. Allowed: ${SELECTOR_FORM}.`,
      { selector: 'in' },
    )
  if (existing.some((key) => key.selector === selector && key.domain === domain))
    throw new ApiError(
      'conflict',
      `selector: ${selector} is taken. A new key needs another one, so that both can be published.`,
      { selector: 'unique' },
    )
}

/** With the date, so that an old record is recognised: earshot-20260501, earshot-20260501-2, … */
function freeSelector(existing: DkimKey[]): string {
  const day = `earshot-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`
  const taken = new Set(existing.map(({ selector }) => selector))
  let selector = day
  for (let i = 2; taken.has(selector); i += 1) selector = `${day}-${i}`
  return selector
}

/** Mails are signed with it from now on, in all processes. */
export async function activateDkimKey(tx: Tx, origin: Origin, id: number): Promise<void> {
  await sql`lock table dkim_keys in share row exclusive mode`.execute(tx)
  const key = await findDkimKey(tx, id)
  if (key.state === 'active') return
  const before = (await listDkimKeys(tx)).find(({ state }) => state === 'active')
  await sql`update dkim_keys set is_active = false where is_active`.execute(tx)
  await sql`update dkim_keys set is_active = true, activated_at = now() where id = ${id}`.execute(
    tx,
  )
  await recordAudit(tx, origin, {
    action: 'settings_changed',
    subject: { type: 'settings', id: null },
    before: { active_dkim_key: before ? nameOf(before) : null },
    after: { active_dkim_key: nameOf(key) },
  })
  await announceSettings(tx)
}

/** Mails are not signed any more if it was active. */
export async function removeDkimKey(tx: Tx, origin: Origin, id: number): Promise<void> {
  const key = await findDkimKey(tx, id)
  await sql`delete from dkim_keys where id = ${id}`.execute(tx)
  await recordChange(tx, origin, nameOf(key), null)
  await announceSettings(tx)
}

const nameOf = ({ domain, selector }: Pick<DkimKey, 'domain' | 'selector'>) =>
  `${selector}._domainkey.${domain}`

const recordChange = (tx: Tx, origin: Origin, before: string | null, after: string | null) =>
  recordAudit(tx, origin, {
    action: 'settings_changed',
    subject: { type: 'settings', id: null },
    before: { dkim_key: before },
    after: { dkim_key: after },
  })

/** The active key; null: mails are not signed. `warn` gets a key that cannot be decrypted. */
export async function readSigning(
  db: Db,
  readKeys: ReadKeys,
  warn: (message: string) => void = () => {},
): Promise<Signing | null> {
  const { rows } = await sql<{
    id: number
    domain: string
    selector: string
    encrypted: Buffer | null
  }>`
    select id, domain, selector, encrypted_secret as encrypted from dkim_keys where is_active`.execute(
    db,
  )
  const [key] = rows
  if (!key?.encrypted) return null
  const { id, domain, selector, encrypted } = key
  try {
    const privateKey = decryptSecret(await readKeys(), encrypted, placeOf(id)).toString()
    return { domain, selector, privateKey }
  } catch (error) {
    warn(`The DKIM key ${nameOf(key)} cannot be used: ${(error as Error).message}`)
    return null
  }
}
