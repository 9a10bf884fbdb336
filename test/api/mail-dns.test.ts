// What the check of DNS records says, by a real DNS server.
import { beforeAll, describe, expect, test } from 'vitest'
import { generateDkimKey } from '../../src/core/dkim.ts'
import { type CheckedKey, checkMailDns, type DnsFinding } from '../../src/core/mail-dns.ts'
import { startDnsServer } from '../support/dns-server.ts'

let dns: Awaited<ReturnType<typeof startDnsServer>>
let key: CheckedKey
let otherKey: string

beforeAll(async () => {
  dns = await startDnsServer()
  const { publicKey } = await generateDkimKey()
  key = { domain: 'acme.test', selector: 's1', publicKey, state: 'active' }
  otherKey = (await generateDkimKey()).publicKey
})

const RIGHT_SPF = 'v=spf1 include:spf.provider.test ip4:192.0.2.1 -all'
const RIGHT_DMARC = 'v=DMARC1; p=reject; rua=mailto:dmarc@acme.test'

/** With right records, except for these. */
async function check(
  txt: Record<string, string[]> = {},
  question: Partial<Parameters<typeof checkMailDns>[0]> = {},
): Promise<Record<string, DnsFinding>> {
  dns.zone.txt = {
    'acme.test': ['some-site-verification=1', RIGHT_SPF],
    'spf.provider.test': ['v=spf1 ip4:198.51.100.0/24 ~all'],
    's1._domainkey.acme.test': [`v=DKIM1; k=rsa; p=${key.publicKey}`],
    '_dmarc.acme.test': [RIGHT_DMARC],
    ...txt,
  }
  dns.zone.asked = []
  const findings = await checkMailDns({
    domain: 'acme.test',
    host: 'mail.acme.test',
    keys: [key],
    servers: [dns.server],
    ...question,
  })
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]))
}

test('accepts right records', async () => {
  const { spf, dkim, dmarc } = await check()
  expect(spf).toMatchObject({ state: 'ok', found: [RIGHT_SPF], record: null })
  expect(dkim).toMatchObject({ state: 'ok', record: null, name: 's1._domainkey.acme.test' })
  expect(dmarc).toMatchObject({ state: 'ok', found: [RIGHT_DMARC], record: null })
  expect(new Set(dns.zone.asked)).toEqual(
    new Set(['acme.test', 'spf.provider.test', 's1._domainkey.acme.test', '_dmarc.acme.test']),
  )
})

test('says which records are missing, and what they should be', async () => {
  const { spf, dkim, dmarc } = await check({
    'acme.test': [],
    's1._domainkey.acme.test': [],
    '_dmarc.acme.test': [],
  })
  expect(spf).toMatchObject({
    state: 'missing',
    record: { name: 'acme.test', value: 'v=spf1 a:mail.acme.test ~all' },
  })
  expect(dkim).toMatchObject({
    state: 'missing',
    record: {
      name: 's1._domainkey.acme.test',
      value: `v=DKIM1; k=rsa; p=${key.publicKey}`,
    },
  })
  // Each string of the zone file is short enough, and together they are the value.
  const strings = [...(dkim?.record?.zone_line.matchAll(/"([^"]*)"/g) ?? [])].map(
    ([, text]) => text,
  )
  expect(strings.length).toBeGreaterThan(1)
  expect(strings.every((text = '') => text.length <= 255)).toBe(true)
  expect(strings.join('')).toBe(dkim?.record?.value)
  expect(dmarc).toMatchObject({
    state: 'missing',
    record: { name: '_dmarc.acme.test', value: 'v=DMARC1; p=quarantine' },
  })
})

describe('SPF', () => {
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, i) => [
        `n${i}.test`,
        [`v=spf1 ${i + 1 < length ? `include:n${i + 1}.test` : 'ip4:192.0.2.7'} ~all`],
      ]),
    )
  test.each<[string, Record<string, string[]>, string, RegExp, string | null]>([
    [
      'two records',
      { 'acme.test': ['v=spf1 mx ~all', 'v=spf1 ip4:192.0.2.1 -all'] },
      'wrong',
      /has 2 SPF records/,
      'v=spf1 mx ip4:192.0.2.1 -all',
    ],
    ['everybody', { 'acme.test': ['v=spf1 mx +all'] }, 'wrong', /everybody/, 'v=spf1 mx ~all'],
    ['no end', { 'acme.test': ['v=spf1 mx'] }, 'warning', /~all/, 'v=spf1 mx ~all'],
    ['a neutral end', { 'acme.test': ['v=spf1 mx ?all'] }, 'warning', /~all/, 'v=spf1 mx ~all'],
    ['a misspelt term', { 'acme.test': ['v=spf1 inlcude:x.test -all'] }, 'wrong', /inlcude/, null],
    [
      'a missing include',
      { 'acme.test': ['v=spf1 include:no.test -all'] },
      'wrong',
      /no\.test/,
      null,
    ],
    [
      'too many lookups',
      { 'acme.test': ['v=spf1 a mx include:n0.test -all'], ...chain(9) },
      'wrong',
      /more than 10 lookups/,
      null,
    ],
    [
      'as many as allowed',
      { 'acme.test': ['v=spf1 a mx include:n0.test -all'], ...chain(8) },
      'ok',
      /10 lookups/,
      null,
    ],
    [
      'a loop',
      {
        'acme.test': ['v=spf1 include:loop.test -all'],
        'loop.test': ['v=spf1 include:loop.test -all'],
      },
      'wrong',
      /more than 10 lookups/,
      null,
    ],
    [
      'a redirect',
      { 'acme.test': ['v=spf1 redirect=n0.test'], ...chain(1) },
      'ok',
      /1 lookup /,
      null,
    ],
  ])('with %s', async (_, txt, state, message, value) => {
    const { spf } = await check(txt)
    expect(spf).toMatchObject({ state, message: expect.stringMatching(message) })
    expect(spf?.record?.value ?? null).toBe(value)
    // A receiver asks for no more either.
    expect(dns.zone.asked.length).toBeLessThan(20)
  })

  test.each([
    ['mail.acme.test', 'a:mail.acme.test'],
    ['8.8.4.4', 'ip4:8.8.4.4'],
    ['2001:4860:4860::8844', 'ip6:2001:4860:4860::8844'],
    ['10.0.0.7', 'mx'],
    ['localhost', 'mx'],
  ])('suggests a term for the mail server %s', async (host, term) => {
    const { spf } = await check({ 'acme.test': [] }, { host })
    expect(spf?.record?.value).toBe(`v=spf1 ${term} ~all`)
  })
})

describe('DKIM', () => {
  test.each<[string, () => string[], string, RegExp]>([
    ['another key', () => [`v=DKIM1; p=${otherKey}`], 'wrong', /another key/],
    ['a revoked key', () => ['v=DKIM1; p='], 'wrong', /revokes/],
    ['two keys', () => [`p=${key.publicKey}`, 'p=AAAA'], 'wrong', /2 records/],
    ['only the key', () => [`p=${key.publicKey}`], 'ok', /signs/],
    [
      'spaces within the key',
      () => [`v=DKIM1; p=${key.publicKey.replace('A', 'A ')}`],
      'ok',
      /signs/,
    ],
    ['a test flag', () => [`v=DKIM1; t=y:s; p=${key.publicKey}`], 'warning', /t=y/],
    ['another hash', () => [`v=DKIM1; h=sha1; p=${key.publicKey}`], 'wrong', /tags/],
    ['another service', () => [`v=DKIM1; s=chat; p=${key.publicKey}`], 'wrong', /not for mail/],
  ])('with %s', async (_, records, state, message) => {
    const { dkim } = await check({ 's1._domainkey.acme.test': records() })
    expect(dkim).toMatchObject({ state, message: expect.stringMatching(message) })
  })

  test('is checked for the key that waits too, and not for one of the past', async () => {
    const next: CheckedKey = { ...key, selector: 's2', state: 'new', publicKey: otherKey }
    const old: CheckedKey = { ...key, selector: 's0', state: 'retired' }
    dns.zone.txt = { 's2._domainkey.acme.test': [`p=${otherKey}`] }
    const findings = await checkMailDns({
      domain: 'acme.test',
      host: 'x.test',
      keys: [next, key, old],
      servers: [dns.server],
    })
    expect(findings.filter((one) => one.check === 'dkim')).toMatchObject([
      { state: 'ok', message: expect.stringContaining('Activate') },
      { state: 'missing', name: 's1._domainkey.acme.test' },
    ])
  })

  test('needs a key for the domain of the sender', async () => {
    const { dkim } = await check({}, { domain: 'other.test' })
    expect(dkim).toMatchObject({ state: 'wrong', message: expect.stringContaining('not signed') })
    expect((await check({}, { keys: [] })).dkim).toMatchObject({ state: 'warning', record: null })
  })
})

describe('DMARC', () => {
  test.each<[string, string[], string, string | null]>([
    ['no policy', ['v=DMARC1; rua=mailto:a@acme.test'], 'wrong', 'v=DMARC1; p=quarantine'],
    [
      'a weak policy',
      ['v=DMARC1; p=none; rua=mailto:a@acme.test'],
      'warning',
      'v=DMARC1; p=quarantine; rua=mailto:a@acme.test',
    ],
    ['a part', ['v=DMARC1; p=reject; pct=20'], 'warning', 'v=DMARC1; p=reject; pct=100'],
    ['two records', [RIGHT_DMARC, RIGHT_DMARC], 'wrong', 'v=DMARC1; p=quarantine'],
  ])('with %s', async (_, records, state, value) => {
    const { dmarc } = await check({ '_dmarc.acme.test': records })
    expect(dmarc?.state).toBe(state)
    expect(dmarc?.record?.value ?? null).toBe(value)
  })

  test('of a domain above counts, with its policy for those below', async () => {
    const below = { domain: 'news.acme.test', keys: [key] }
    const spf = { 'news.acme.test': [RIGHT_SPF] }
    expect((await check(spf, below)).dmarc).toMatchObject({ state: 'ok', name: '_dmarc.acme.test' })
    const weak = { ...spf, '_dmarc.acme.test': ['v=DMARC1; p=reject; sp=none'] }
    expect((await check(weak, below)).dmarc).toMatchObject({
      state: 'warning',
      record: { value: 'v=DMARC1; p=reject; sp=quarantine' },
    })
    const strict = { ...spf, '_dmarc.acme.test': ['v=DMARC1; p=reject; adkim=s'] }
    expect((await check(strict, below)).dmarc?.message).toContain('strict alignment')
  })
})

test('a DNS server that does not answer is no missing record', async () => {
  const { spf, dkim, dmarc } = await check({}, { servers: ['127.0.0.1:1'] })
  expect([spf, dkim, dmarc].map((one) => one?.state)).toEqual(['unknown', 'unknown', 'unknown'])
  expect(spf?.message).toContain('did not answer for acme.test')
})

test('a question without an answer ends after a few seconds, and the others are answered', async () => {
  dns.zone.silent = ['_dmarc.acme.test']
  const { spf, dmarc } = await check({}, { timeoutMs: 100 })
  dns.zone.silent = []
  expect(dmarc).toMatchObject({ state: 'unknown', message: expect.stringContaining('ETIMEOUT') })
  expect(spf?.state).toBe('ok')
})

test('long and many records are cut', async () => {
  const many = Array.from({ length: 30 }, (_, i) => `v=spf1 ip4:192.0.2.${i} -all`)
  expect((await check({ 'acme.test': many })).spf?.found.length).toBeLessThanOrEqual(20)
})

describe('the domain that mails come back to', () => {
  const question = {
    domain: 'acme.test',
    host: 'mail.acme.test',
    keys: [],
    returnDomain: 'reply.acme.test',
  }
  const ask = async () => {
    const findings = await checkMailDns({ ...question, servers: [dns.server], timeoutMs: 500 })
    return findings.filter(({ name }) => name === 'reply.acme.test')
  }

  test('needs SPF, because receivers ask there, and a server', async () => {
    dns.zone.txt = { 'acme.test': [RIGHT_SPF], 'reply.acme.test': ['v=spf1 mx -all'] }
    dns.zone.mx = { 'reply.acme.test': ['mail.acme.test', 'backup.acme.test'] }
    const [spf, mx] = await ask()
    expect(spf).toMatchObject({ check: 'spf', state: 'ok', found: ['v=spf1 mx -all'] })
    expect(mx).toMatchObject({
      check: 'mx',
      state: 'ok',
      found: ['10 mail.acme.test', '20 backup.acme.test'],
    })
  })

  test('without them mails are not accepted, and do not come back', async () => {
    dns.zone.txt = { 'acme.test': [RIGHT_SPF] }
    dns.zone.mx = {}
    const [spf, mx] = await ask()
    expect(spf).toMatchObject({
      state: 'missing',
      record: { name: 'reply.acme.test', value: 'v=spf1 a:mail.acme.test ~all' },
    })
    expect(mx).toMatchObject({ state: 'missing', record: null })
    dns.zone.silent = ['reply.acme.test']
    expect((await ask()).map(({ state }) => state)).toEqual(['unknown', 'unknown'])
    dns.zone.silent = []
  })
})
