// What the DNS says about mails from a domain: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489), and whether replies and bounces come
// back. Only the domain of the sender, the domains above it, the one that mails come back to, and those that their own records include
// are asked.
import type { MxRecord } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type DnsRecord, dkimRecord, isAligned, txtRecord } from './dkim.ts'
import { findRefusal } from './public-addresses.ts'

export const DNS_CHECKS = ['spf', 'dkim', 'dmarc', 'mx'] as const
/** `unknown`: the DNS did not answer. */
export const DNS_STATES = ['ok', 'warning', 'missing', 'wrong', 'unknown'] as const

export type DnsFinding = {
  check: (typeof DNS_CHECKS)[number]
  state: (typeof DNS_STATES)[number]
  message: string
  /** Where the record is. */
  name: string
  /** What is published there. */
  found: string[]
  /** What would be right; null: nothing to change, or several would. */
  record: DnsRecord | null
}

export type CheckedKey = {
  domain: string
  selector: string
  publicKey: string
  state: 'new' | 'active' | 'retired'
}

export type DnsQuestion = {
  /** Of the sender. */
  domain: string
  /** The mail server. */
  host: string
  keys: CheckedKey[]
  /** Where replies and bounces go: receivers ask it for SPF too. Null: nowhere. */
  returnDomain?: string | null
  /** DNS servers with ports; empty: those of the system. */
  servers: readonly string[]
  /** For one question. */
  timeoutMs?: number
}

const TIMEOUT_MS = 2000
const TRIES = 2
/** For all questions together. */
const TOTAL_MS = 15_000
/** Longer or more records are cut: they are wrong anyway. */
const MAX_RECORDS = 20
const MAX_RECORD = 4096
/** Of one evaluation of SPF. */
const MAX_SPF_LOOKUPS = 10
/** From the domain of the sender upwards. */
const MAX_PARENTS = 5

type Ask = (name: string) => Promise<string[]>

class NoAnswer extends Error {}

/** Never throws because of the DNS. */
export async function checkMailDns(question: DnsQuestion): Promise<DnsFinding[]> {
  const resolver = openResolver(question)
  const timer = setTimeout(() => resolver.cancel(), TOTAL_MS)
  const ask = (name: string) => readRecords(resolver, name)
  const { domain, returnDomain = null } = question
  try {
    const [spf, dkim, dmarc, back] = await Promise.all([
      answered('spf', domain, () => checkSpf(ask, question)),
      checkDkim(ask, question),
      answered('dmarc', `_dmarc.${domain}`, () => checkDmarc(ask, question)),
      returnDomain === null ? [] : checkReturn(resolver, { ...question, returnDomain }),
    ])
    return [spf, ...dkim, dmarc, ...back]
  } finally {
    clearTimeout(timer)
  }
}

/** Whether exactly this key is published. */
export async function checkDkimKey(
  key: CheckedKey,
  servers: readonly string[],
): Promise<DnsFinding> {
  const resolver = openResolver({ servers })
  const name = `${key.selector}._domainkey.${key.domain}`
  return answered('dkim', name, () =>
    checkKey((asked) => readRecords(resolver, asked), key, key.domain),
  )
}

function openResolver({
  servers,
  timeoutMs = TIMEOUT_MS,
}: Pick<DnsQuestion, 'servers' | 'timeoutMs'>): Resolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES })
  if (servers.length > 0) resolver.setServers([...servers])
  return resolver
}

const NOTHING_THERE = ['ENOTFOUND', 'ENODATA']

const orNothing =
  (name: string) =>
  (error: NodeJS.ErrnoException): never[] => {
    const { code = '' } = error
    if (NOTHING_THERE.includes(code)) return []
    throw new NoAnswer(`The DNS did not answer for ${name} (${code}). Try again later.`)
  }

async function readRecords(resolver: Resolver, name: string): Promise<string[]> {
  const records: string[][] = await resolver.resolveTxt(name).catch(orNothing(name))
  return records.slice(0, MAX_RECORDS).map((strings) => strings.join('').slice(0, MAX_RECORD))
}

async function answered(
  check: DnsFinding['check'],
  name: string,
  find: () => Promise<DnsFinding>,
): Promise<DnsFinding> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { check, state: 'unknown', message: error.message, name, found: [], record: null }
  }
}

// SPF

const isSpf = (record: string) => /^v=spf1( |$)/i.test(record)

async function checkSpf(ask: Ask, { domain, host }: DnsQuestion): Promise<DnsFinding> {
  const found = (await ask(domain)).filter(isSpf)
  const finding = (state: DnsFinding['state'], message: string, value: string | null = null) => ({
    check: 'spf' as const,
    state,
    message,
    name: domain,
    found,
    record: value === null ? null : txtRecord(domain, value),
  })
  const [record] = found
  if (record === undefined)
    return finding(
      'missing',
      `${domain} has no SPF record. Publish one that names your mail servers.`,
      `v=spf1 ${senderTerm(host)} ~all`,
    )
  if (found.length > 1)
    return finding(
      'wrong',
      `${domain} has ${found.length} SPF records, so receivers use none. Publish one.`,
      joinSpf(found),
    )
  const problem = findSpfProblem(record)
  if (problem !== null) return finding('wrong', problem)
  const spent = { lookups: 0 }
  const included = await followSpf(ask, domain, record, spent)
  if (included !== null) return finding('wrong', included)
  const all = allTermOf(record)
  if (all === '+')
    return finding('wrong', 'The SPF record allows everybody to send.', withAll(record))
  if (all === '?' || (all === null && !/\sredirect=/i.test(record)))
    return finding(
      'warning',
      'The SPF record says nothing about other servers. End it with ~all or -all.',
      withAll(record),
    )
  const times = spent.lookups === 1 ? 'lookup' : 'lookups'
  return finding(
    'ok',
    `${domain} has one SPF record with ${spent.lookups} ${times} of at most ${MAX_SPF_LOOKUPS}. Check that it allows the servers that send for ${host}.`,
  )
}

/** A private address is not the one that receivers see. */
function senderTerm(host: string): string {
  const family = isIP(host)
  if (family !== 0) return findRefusal(host, []) === null ? `ip${family}:${host}` : 'mx'
  return host.includes('.') ? `a:${host}` : 'mx'
}

const termsOf = (record: string) => record.trim().split(/\s+/).slice(1)

const ALL = /^([-+~?]?)all$/i

/** The qualifier; null without one. */
function allTermOf(record: string): string | null {
  const term = termsOf(record).find((one) => ALL.test(one))
  return term === undefined ? null : ALL.exec(term)?.[1] || '+'
}

const withAll = (record: string) =>
  ['v=spf1', ...termsOf(record).filter((term) => !ALL.test(term)), '~all'].join(' ')

function joinSpf(records: string[]): string {
  const terms = records.flatMap(termsOf).filter((term) => !ALL.test(term))
  const end = records.some((record) => allTermOf(record) === '-') ? '-all' : '~all'
  return ['v=spf1', ...new Set(terms), end].join(' ')
}

const MECHANISM =
  /^[-+~?]?(all|include:\S+|(a|mx)(:[^\s/]+)?(\/\d{1,2})?(\/\/\d{1,3})?|ptr(:\S+)?|ip4:[\d.]+(\/\d{1,2})?|ip6:[\da-f:.]+(\/\d{1,3})?|exists:\S+)$/i
const MODIFIER = /^[a-z][\w.-]*=\S*$/i

function findSpfProblem(record: string): string | null {
  const wrong = termsOf(record).find((term) => !MECHANISM.test(term) && !MODIFIER.test(term))
  return wrong === undefined
    ? null
    : `The SPF record has the unknown term ${JSON.stringify(wrong.slice(0, 100))}, so receivers ignore the record.`
}

const COSTS_LOOKUP = /^[-+~?]?(include:|a$|a[:/]|mx$|mx[:/]|ptr$|ptr:|exists:|redirect=)/i
const OTHER_RECORD = /^(?:[-+~?]?include:|redirect=)(\S+)$/i

/** What is wrong with the lookups; null: nothing. Asks for at most as many records as a receiver does. */
async function followSpf(
  ask: Ask,
  name: string,
  record: string,
  spent: { lookups: number },
): Promise<string | null> {
  for (const term of termsOf(record)) {
    if (!COSTS_LOOKUP.test(term)) continue
    // Not used beside `all`.
    if (/^redirect=/i.test(term) && allTermOf(record) !== null) continue
    spent.lookups += 1
    if (spent.lookups > MAX_SPF_LOOKUPS)
      return `The SPF record needs more than ${MAX_SPF_LOOKUPS} lookups, so receivers ignore it. Remove includes that are not used.`
    const other = OTHER_RECORD.exec(term)?.[1]
    // Macros depend on the mail.
    if (other === undefined || other.includes('%')) continue
    const found = (await ask(other)).filter(isSpf)
    if (found.length !== 1)
      return `The SPF record of ${name} names ${other}, which has ${found.length === 0 ? 'no SPF record' : 'several'}. Correct or remove it.`
    const problem = await followSpf(ask, other, found[0] as string, spent)
    if (problem !== null) return problem
  }
  return null
}

// Replies and bounces

async function checkReturn(
  resolver: Resolver,
  question: DnsQuestion & { returnDomain: string },
): Promise<DnsFinding[]> {
  const { domain, returnDomain: name } = question
  const ask = (asked: string) => readRecords(resolver, asked)
  const findings = [answered('mx', name, () => checkMx(resolver, name))]
  // The envelope sender of mails is there.
  if (name !== domain)
    findings.unshift(answered('spf', name, () => checkSpf(ask, { ...question, domain: name })))
  return Promise.all(findings)
}

async function checkMx(resolver: Resolver, name: string): Promise<DnsFinding> {
  const records: MxRecord[] = await resolver.resolveMx(name).catch(orNothing(name))
  const found = records
    .toSorted((one, other) => one.priority - other.priority)
    .slice(0, MAX_RECORDS)
    .map(({ priority, exchange }) => `${priority} ${exchange}`)
  const finding = (state: DnsFinding['state'], message: string): DnsFinding => ({
    check: 'mx',
    state,
    message,
    name,
    found,
    record: null,
  })
  if (found.length === 0)
    return finding(
      'missing',
      `${name} has no MX record, so replies and bounces do not come back. Publish one with the server that receives them.`,
    )
  // RFC 7505.
  if (records.every(({ exchange }) => exchange === ''))
    return finding('wrong', `The MX record of ${name} says that it takes no mails.`)
  return finding(
    'ok',
    `Replies and bounces go to ${records.length === 1 ? 'one server' : `${records.length} servers`}. Check that it passes them on to this service.`,
  )
}

// DKIM

const tagsOf = (record: string): Record<string, string> =>
  Object.fromEntries(
    record.split(';').flatMap((tag) => {
      const [, name, value = ''] = /^\s*([a-z]\w*)\s*=([\s\S]*)$/i.exec(tag) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value.replace(/\s+/g, '')]]
    }),
  )

async function checkDkim(ask: Ask, { domain, keys }: DnsQuestion): Promise<DnsFinding[]> {
  const used = keys.filter(({ state }) => state !== 'retired')
  if (used.length === 0)
    return [
      {
        check: 'dkim',
        state: 'warning',
        message:
          'There is no DKIM key, so this service does not sign mails. Create one with `earshot mail create-key` or in the console, unless your mail server signs.',
        name: `_domainkey.${domain}`,
        found: [],
        record: null,
      },
    ]
  return Promise.all(
    used.map((key) => {
      const name = `${key.selector}._domainkey.${key.domain}`
      return answered('dkim', name, () => checkKey(ask, key, domain))
    }),
  )
}

async function checkKey(ask: Ask, key: CheckedKey, sender: string): Promise<DnsFinding> {
  const record = dkimRecord(key)
  const { name } = record
  const found = (await ask(name)).filter((text) => tagsOf(text).p !== undefined)
  const finding = (state: DnsFinding['state'], message: string): DnsFinding => ({
    check: 'dkim',
    state,
    message,
    name,
    found,
    record: state === 'ok' ? null : record,
  })
  if (!isAligned(key.domain, sender))
    return {
      ...finding(
        'wrong',
        `The key ${key.selector} is for ${key.domain}, and mails are from ${sender}: they are not signed. Create a key for ${sender}.`,
      ),
      record: null,
    }
  const [text] = found
  if (text === undefined) return finding('missing', `${name} has no record. Publish it.`)
  if (found.length > 1)
    return finding('wrong', `${name} has ${found.length} records. Receivers accept one only.`)
  const { v = 'DKIM1', k = 'rsa', p, h = 'sha256', s = '*', t: flags = '' } = tagsOf(text)
  if (p === '') return finding('wrong', `${name} has an empty key, which revokes it.`)
  if (p !== key.publicKey) return finding('wrong', `${name} has another key.`)
  if (v !== 'DKIM1' || k.toLowerCase() !== 'rsa' || !h.split(':').includes('sha256'))
    return finding('wrong', `${name} has the right key with wrong tags.`)
  if (!s.split(':').some((service) => service === '*' || service === 'email'))
    return finding('wrong', `${name} is not for mail (the tag s).`)
  if (flags.split(':').includes('y'))
    return finding('warning', `${name} says that the key is only tested (t=y). Remove the tag.`)
  return finding(
    'ok',
    key.state === 'active'
      ? `${name} has the key that signs mails.`
      : `${name} has the new key. Activate it.`,
  )
}

// DMARC

const POLICIES = ['none', 'quarantine', 'reject']
const DMARC = 'v=DMARC1; p=quarantine'

async function checkDmarc(ask: Ask, { domain, keys }: DnsQuestion): Promise<DnsFinding> {
  const { place, found } = await findDmarc(ask, domain)
  const name = `_dmarc.${place}`
  const finding = (state: DnsFinding['state'], message: string, value: string | null = null) => ({
    check: 'dmarc' as const,
    state,
    message,
    name,
    found,
    record: value === null ? null : txtRecord(name, value),
  })
  const [record] = found
  if (record === undefined)
    return finding(
      'missing',
      `Neither ${domain} nor a domain above it has a DMARC record. Large receivers refuse mails without one.`,
      DMARC,
    )
  if (found.length > 1)
    return finding('wrong', `${name} has ${found.length} records, so receivers use none.`, DMARC)
  const { p = '', sp, adkim = 'r', pct = '100' } = tagsOf(record)
  const policy = ((place === domain ? undefined : sp) ?? p).toLowerCase()
  if (!POLICIES.includes(policy))
    return finding(
      'wrong',
      `${name} has no valid policy (p). Allowed: ${POLICIES.join(', ')}.`,
      DMARC,
    )
  const active = keys.find(({ state }) => state === 'active')
  if (adkim.toLowerCase() === 's' && active && active.domain !== domain)
    return finding(
      'wrong',
      `${name} asks for strict alignment (adkim=s), and mails from ${domain} are signed by ${active.domain}.`,
      setTag(record, 'adkim', 'r'),
    )
  if (policy === 'none')
    return finding(
      'warning',
      `The policy of ${place} is none: forged mails are delivered. Choose quarantine or reject when SPF and DKIM are right.`,
      setTag(record, place === domain || sp === undefined ? 'p' : 'sp', 'quarantine'),
    )
  if (Number(pct) < 100)
    return finding(
      'warning',
      `The policy of ${place} is for ${pct} of 100 mails.`,
      setTag(record, 'pct', '100'),
    )
  return finding('ok', `The policy of ${place} is ${policy}.`)
}

/** Of the domain, or of the nearest one above it that has one. */
async function findDmarc(ask: Ask, domain: string): Promise<{ place: string; found: string[] }> {
  const labels = domain.split('.')
  const last = Math.min(labels.length - 2, MAX_PARENTS)
  for (let i = 0; i <= last; i += 1) {
    const place = labels.slice(i).join('.')
    const found = (await ask(`_dmarc.${place}`)).filter((text) => /^v=DMARC1\s*(;|$)/.test(text))
    if (found.length > 0) return { place, found }
  }
  return { place: domain, found: [] }
}

const setTag = (record: string, name: string, value: string): string =>
  record.replace(new RegExp(`(^|;)(\\s*)${name}\\s*=[^;]*`, 'i'), `$1$2${name}=${value}`)
