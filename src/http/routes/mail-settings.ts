// How mails are signed, what the DNS says about them, and test mails.
import { type Static, Type } from 'typebox'
import { readLanguage } from '../../auth/staff/language.ts'
import { findNameAndAddress } from '../../auth/staff/profile.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import type { DnsRecord } from '../../core/dkim.ts'
import { linkStyle, type Mail, type MailSettings } from '../../core/mail.ts'
import { DNS_CHECKS, DNS_STATES } from '../../core/mail-dns.ts'
import { formatTime, parseId } from '../../core/values.ts'
import type { Db } from '../../db/db.ts'
import { readMailLook } from '../../read/mail-look.ts'
import { renderSample, SAMPLE_KINDS } from '../../read/mail-samples.ts'
import {
  activateDkimKey,
  createDkimKey,
  DKIM_STATES,
  findDkimKey,
  listDkimKeys,
  MAX_DKIM_KEYS,
  readSigning,
  removeDkimKey,
  requireSenderDomain,
} from '../../settings/dkim-keys.ts'
import { MAILS, renderMail } from '../../texts/mails.ts'
import { LANGUAGES, type Language } from '../../texts/texts.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, object, orNull, text, time } from '../responses/answer-schemas.ts'
import { type Call, mergeInput, originOf } from '../stages/call.ts'
import { parsePortal, portalMembers } from './portal-settings.ts'

const Record = object({
  name: text,
  type: Type.Enum(['TXT']),
  value: text,
  zone_line: {
    ...text,
    description: 'A line of a zone file. Long values are split in strings of 255 characters.',
  },
})

const Keys = object({
  dkim_keys: listOf(
    object({
      id: integer,
      domain: text,
      selector: text,
      state: Type.Enum([...DKIM_STATES], {
        description: '`active` signs mails; `new` was never used; `retired` was used before.',
      }),
      created_at: time,
      activated_at: orNull(time),
      record: Record,
    }),
  ),
})

const Checked = object({
  mail_check: object({
    domain: text,
    is_ok: { ...flag, description: 'Nothing is missing or wrong, and the DNS answered.' },
    findings: listOf(
      object({
        check: Type.Enum([...DNS_CHECKS]),
        state: Type.Enum([...DNS_STATES], { description: '`unknown`: the DNS did not answer.' }),
        message: text,
        name: { ...text, description: 'The name of the record.' },
        found: { ...listOf(text), description: 'What is published there.' },
        record: Type.Union([Record, Type.Null()], {
          description: 'What would be right. Null: nothing to change, or several would.',
        }),
      }),
    ),
  }),
})

const NewKeyBody = Type.Object({
  domain: Type.Optional(
    Type.String({
      maxLength: 253,
      description: 'That of the sender, which is the default, or one above it.',
    }),
  ),
  selector: Type.Optional(
    Type.String({
      maxLength: 63,
      description: 'The first part of the name of the record. By default one with the date.',
    }),
  ),
})
const newKeyReader = createInputReader(NewKeyBody)

const ActivateBody = Type.Object({
  force: Type.Optional(
    Type.Boolean({ description: 'Also when the DNS does not have the record.' }),
  ),
})
const activateReader = createInputReader(ActivateBody)
const noInput = createInputReader(EmptyBody)

async function describeKeys(db: Db): Promise<Static<typeof Keys>> {
  const keys = await listDkimKeys(db)
  return {
    dkim_keys: keys.map(({ id, domain, selector, state, record, created_at, activated_at }) => ({
      id,
      domain,
      selector,
      state,
      created_at: created_at.toISOString(),
      activated_at: formatTime(activated_at),
      record,
    })),
  }
}

const PATH = '/settings/mail/dkim_keys'

/** `requireOwner` throws for callers who may not change settings. */
export const mailSettingOperations = (requireOwner: (call: Call) => void): Operation[] => [
  declareOperation({
    method: 'GET',
    path: PATH,
    summary: 'List the keys that sign mails',
    description:
      'DKIM keys, the newest first, each with its DNS record. Private keys are never returned.',
    tag: 'settings',
    answer: Keys,
    handle: ({ context }) => describeKeys(context.db),
  }),
  declareOperation({
    method: 'POST',
    path: PATH,
    summary: 'Create a key that signs mails',
    description: `Publish its record, then activate it. Until then mails are signed as before. At most ${MAX_DKIM_KEYS} keys.`,
    tag: 'settings',
    body: NewKeyBody,
    answer: Keys,
    async handle(call) {
      requireOwner(call)
      const { domain, selector } = newKeyReader.read(mergeInput(call))
      const { db, settings, readKeys } = call.context
      return inTransaction(db, async (tx) => {
        const from = settings.mail?.from ?? null
        await createDkimKey(tx, originOf(call), { domain, selector }, { from, readKeys })
        return describeKeys(tx)
      })
    },
  }),
  declareOperation({
    method: 'PUT',
    path: `${PATH}/:dkim_key/activate`,
    summary: 'Sign mails with a key',
    description:
      '409 when the DNS does not have its record, unless `force` is true. The key that signed before is retired: leave its record for a week, because mails on their way are verified with it.',
    tag: 'settings',
    body: ActivateBody,
    answer: Keys,
    async handle(call) {
      requireOwner(call)
      const { force } = activateReader.read(mergeInput(call))
      const { db } = call.context
      const key = await findDkimKey(db, keyIdOf(call))
      if (!force && key.state !== 'active') await requirePublished(call, key)
      return inTransaction(db, async (tx) => {
        await activateDkimKey(tx, originOf(call), key.id)
        return describeKeys(tx)
      })
    },
    afterCommit: ({ reloadSettings }) => reloadSettings(),
  }),
  declareOperation({
    method: 'DELETE',
    path: `${PATH}/:dkim_key`,
    summary: 'Remove a key that signs mails',
    description: 'Without an active key mails are not signed.',
    tag: 'settings',
    body: EmptyBody,
    answer: Keys,
    async handle(call) {
      requireOwner(call)
      noInput.read(mergeInput(call))
      return inTransaction(call.context.db, async (tx) => {
        await removeDkimKey(tx, originOf(call), keyIdOf(call))
        return describeKeys(tx)
      })
    },
    afterCommit: ({ reloadSettings }) => reloadSettings(),
  }),
  declareOperation({
    method: 'POST',
    path: '/settings/mail/check',
    summary: 'Check the DNS records of mails',
    description:
      'Asks the DNS for SPF, DKIM and DMARC of the domain that mails are from, and for SPF and MX of the one that replies and bounces come to. Takes up to 15 seconds.',
    tag: 'settings',
    body: EmptyBody,
    answer: Checked,
    async handle(call) {
      requireOwner(call)
      noInput.read(mergeInput(call))
      const { context, identity } = call
      const { mail } = context.settings
      const domain = requireSenderDomain(mail?.from ?? null)
      await context.limits.countTrial('dns_check', identity.userId)
      const { checkMailDns } = await import('../../core/mail-dns.ts')
      const findings = await checkMailDns({
        domain,
        host: mail?.host ?? '',
        keys: await listDkimKeys(context.db),
        returnDomain: context.incomingMail?.domain ?? null,
        servers: context.dnsServers,
      })
      const is_ok = findings.every(({ state }) => state === 'ok' || state === 'warning')
      return { mail_check: { domain, is_ok, findings } }
    },
  }),
]

function keyIdOf({ params: { dkim_key: given = '' } }: Call): number {
  const id = parseId(given.trim())
  if (id === undefined)
    throw new ApiError('not_found', `No DKIM key has the id ${given.slice(0, 100)}.`)
  return id
}

async function requirePublished(
  { context, identity }: Call,
  key: { domain: string; selector: string; publicKey: string; record: DnsRecord },
): Promise<void> {
  await context.limits.countTrial('dns_check', identity.userId)
  const { checkDkimKey } = await import('../../core/mail-dns.ts')
  const { state, message } = await checkDkimKey({ ...key, state: 'new' }, context.dnsServers)
  if (state === 'ok' || state === 'warning') return
  throw new ApiError(
    'conflict',
    `${message} Mails that are signed with it would not be verified. Publish the record first, or set force.`,
    { dns: state },
  )
}

export const testMailMembers = {
  kind: Type.Optional(
    Type.Enum([...SAMPLE_KINDS], {
      description: 'A mail as end users get it. Without it, a short test.',
    }),
  ),
  language: Type.Optional(
    Type.Enum([...LANGUAGES], { description: 'By default that of the caller.' }),
  ),
  mail_texts: portalMembers.mail_texts,
}

type TestMail = {
  kind?: (typeof SAMPLE_KINDS)[number] | undefined
  language?: Language | undefined
  mail_texts?: Parameters<typeof parsePortal>[0]['mail_texts']
}

/** To the caller. Returns the address. */
export async function sendTestMail(
  { context, identity }: Call,
  settings: MailSettings,
  test: TestMail,
): Promise<string> {
  await context.limits.countTrial('test_mail', identity.userId)
  const { pool } = context.reader
  const person = await findNameAndAddress(pool, identity.userId)
  const to = person?.email ?? ''
  const language = test.language ?? (await readLanguage(pool, identity.userId))
  const { createMailer } = await import('../../core/mailer.ts')
  const signing = await readSigning(context.db, context.readKeys)
  const mail = renderTestMail(context, { ...test, to, language })
  try {
    await createMailer(settings, signing).send(mail)
  } catch (error) {
    const { host, port } = settings
    throw new ApiError('invalid', `mail: ${host}:${port}: ${(error as Error).message}`, {
      mail: 'unavailable',
    })
  }
  return to
}

function renderTestMail(
  { settings, reader: { baseUrl } }: Context,
  { kind, to, language, mail_texts }: TestMail & { to: string; language: Language },
): Mail {
  const tried = mail_texts ? parsePortal({ mail_texts }, baseUrl).mail_texts : undefined
  const look = readMailLook({ ...settings, ...(tried && { mail_texts: tried }) }, baseUrl)
  if (kind !== undefined) return renderSample({ kind, to, language }, { baseUrl, look })
  const words = renderMail(MAILS.test({ name: look.name, baseUrl }), language, linkStyle(look))
  return { to, language, look, ...words }
}
