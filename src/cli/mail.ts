// `earshot mail`: keys that sign mails, the DNS records of mails, and test mails.
import { prepareSecretKey } from '../auth/secret-key.ts'
import { type Config, readConfig } from '../config.ts'
import { linkStyle } from '../core/mail.ts'
import { checkDkimKey, checkMailDns } from '../core/mail-dns.ts'
import { createMailer } from '../core/mailer.ts'
import type { ReadKeys } from '../core/secret-keys.ts'
import type { Db } from '../db/db.ts'
import { readMailLook } from '../read/mail-look.ts'
import type { Settings } from '../settings/declarations.ts'
import {
  activateDkimKey,
  createDkimKey,
  type DkimKey,
  listDkimKeys,
  readSigning,
  removeDkimKey,
  requireSenderDomain,
} from '../settings/dkim-keys.ts'
import { readSettings } from '../settings/stored.ts'
import { MAILS, renderMail } from '../texts/mails.ts'
import { COMMAND } from '../write/core/audit.ts'
import { type Command, CommandError, jsonOption, UsageError, type Values } from './command.ts'
import { withDatabase } from './database.ts'
import { describeFinding } from './dns-findings.ts'
import { findKeySource } from './secret-key-source.ts'
import { renderTable } from './table.ts'

const SELECTOR = [{ name: 'SELECTOR', description: 'The selector of the key.' }]
const keyShape = jsonOption('a list of {"id", "domain", "selector", "state", "record", …}')

export const mail: Command = {
  summary: 'sign mails, check their DNS records, and send a test mail',
  description: `A DKIM key signs every mail, so that receivers know that it is from your domain. Create a key, publish its DNS record, and
activate it. To replace a key, do the same again: the record of the old key stays for a week.`,
  examples: [
    ['earshot mail create-key', 'Create a key and print its DNS record.'],
    ['earshot mail check', 'Check the DNS records of the domain that mails are from.'],
    ['earshot mail test ann@example.com', 'Send a test mail.'],
  ],
  subcommands: {
    'create-key': {
      summary: 'create a DKIM key',
      description:
        'Prints the DNS record to publish. The private key is stored encrypted and never shown. Mails are not signed with it before `earshot mail activate-key`.',
      options: {
        domain: {
          type: 'string',
          value: 'DOMAIN',
          description: 'That of the sender, which is the default, or one above it.',
        },
        selector: {
          type: 'string',
          value: 'SELECTOR',
          description: 'The first part of the name of the record. By default one with the date.',
        },
        ...jsonOption('{"id", "domain", "selector", "state", "record", …}'),
      },
      examples: [['earshot mail create-key --selector mail1', 'Create a key with this selector.']],
      run: createKey,
    },
    keys: {
      summary: 'list all DKIM keys with their DNS records',
      description: 'Lists all keys, the newest first, and the records to publish. Times are UTC.',
      options: keyShape,
      examples: [['earshot mail keys', 'List all keys.']],
      run: (values) => withMail(({ db }) => show(db, values)),
    },
    'activate-key': {
      summary: 'sign mails with a DKIM key',
      description:
        'Asks the DNS first whether the record is published. A running service signs with the key at once.',
      arguments: SELECTOR,
      options: {
        force: { type: 'boolean', description: 'Also when the DNS does not have the record.' },
        ...keyShape,
      },
      examples: [['earshot mail activate-key earshot-20260501', 'Sign mails with this key.']],
      run: activateKey,
    },
    'remove-key': {
      summary: 'remove a DKIM key',
      description: 'Without an active key mails are not signed.',
      arguments: SELECTOR,
      options: keyShape,
      examples: [['earshot mail remove-key earshot-20260501', 'Remove this key.']],
      run: removeKey,
    },
    check: {
      summary: 'check SPF, DKIM and DMARC',
      description:
        'Asks the DNS for the records of the domain that mails are from, says what is wrong, and prints the record that would be right. The exit code is 1 when something is missing or wrong.',
      options: jsonOption('a list of {"check", "state", "message", "name", "found", "record"}'),
      examples: [['earshot mail check', 'Check the DNS records.']],
      run: check,
    },
    test: {
      summary: 'send a test mail',
      description: 'Sends a mail with the settings that apply, signed with the active key.',
      arguments: [{ name: 'ADDRESS', description: 'Who gets it.' }],
      options: jsonOption('{"sent_to", "signed_by"}'),
      examples: [['earshot mail test ann@example.com', 'Send a test mail to ann@example.com.']],
      run: test,
    },
  },
}

type Used = { db: Db; config: Config; settings: Settings; readKeys: ReadKeys }

const withMail = <T>(use: (used: Used) => Promise<T>): Promise<T> => {
  const config = readConfig()
  return withDatabase(config, async ({ db }) => {
    const readKeys = await prepareSecretKey(db, findKeySource(config), console.error)
    const { values } = await readSettings(db, config.settings, readKeys, console.error)
    return use({ db, config, settings: values, readKeys })
  })
}

const senderOf = ({ settings }: Used) => settings.mail?.from ?? null

async function createKey({ domain, selector, json }: Values): Promise<void> {
  await withMail(async (used) => {
    const { db, readKeys } = used
    const wanted = {
      domain: domain === undefined ? undefined : String(domain),
      selector: selector === undefined ? undefined : String(selector),
    }
    const key = await db
      .transaction()
      .execute((tx) => createDkimKey(tx, COMMAND, wanted, { from: senderOf(used), readKeys }))
    if (json) return console.log(JSON.stringify(toJson(key)))
    console.log(`${describeRecord(key)}

Publish this record, then run: earshot mail activate-key ${key.selector}`)
  })
}

async function show(db: Db, { json }: Values): Promise<void> {
  const keys = await listDkimKeys(db)
  if (json) return console.log(JSON.stringify(keys.map(toJson)))
  const rows = keys.map(({ selector, domain, state, created_at, activated_at }) => [
    selector,
    domain,
    state,
    created_at,
    activated_at ?? 'never',
  ])
  console.log(renderTable(['SELECTOR', 'DOMAIN', 'STATE', 'CREATED', 'ACTIVATED'], rows))
  for (const key of keys) console.log(`\n${describeRecord(key)}`)
}

const toJson = ({ publicKey: _, ...key }: DkimKey) => key

/** Twice: many providers of DNS take the value, others the strings of a zone file. */
const describeRecord = ({ record }: DkimKey) => `Name    ${record.name}
Type    ${record.type}
Value   ${record.value}
Zone    ${record.zone_line}`

async function findKey(db: Db, selector: string): Promise<DkimKey> {
  const keys = await listDkimKeys(db)
  const key = keys.find((one) => one.selector === selector.toLowerCase())
  if (key) return key
  const known = keys.map((one) => one.selector).join(', ') || 'none; create one first'
  throw new CommandError(
    `No DKIM key has the selector ${JSON.stringify(selector)}. Keys: ${known}.`,
  )
}

async function activateKey(values: Values, [selector = '']: string[]): Promise<void> {
  await withMail(async ({ db, config }) => {
    const key = await findKey(db, selector)
    if (!values.force && key.state !== 'active') {
      const { state, message } = await checkDkimKey(key, config.dnsServers)
      if (state !== 'ok' && state !== 'warning')
        throw new CommandError(`${message} Publish it first, or use --force.`)
    }
    await db.transaction().execute((tx) => activateDkimKey(tx, COMMAND, key.id))
    await show(db, values)
  })
}

async function removeKey(values: Values, [selector = '']: string[]): Promise<void> {
  await withMail(async ({ db }) => {
    const { id } = await findKey(db, selector)
    await db.transaction().execute((tx) => removeDkimKey(tx, COMMAND, id))
    await show(db, values)
  })
}

async function check({ json }: Values): Promise<void> {
  await withMail(async (used) => {
    const { db, config, settings } = used
    const findings = await checkMailDns({
      domain: requireSenderDomain(senderOf(used)),
      host: settings.mail?.host ?? '',
      keys: await listDkimKeys(db),
      returnDomain: config.incomingMail?.domain ?? null,
      servers: config.dnsServers,
    })
    if (json) console.log(JSON.stringify(findings))
    else console.log(findings.map(describeFinding).join('\n'))
    if (findings.some(({ state }) => state !== 'ok' && state !== 'warning')) process.exitCode = 1
  })
}

async function test({ json }: Values, [address = '']: string[]): Promise<void> {
  if (!/^[^\s<>@,;]+@[^\s<>@,;]+$/.test(address))
    throw new UsageError(`ADDRESS: ${JSON.stringify(address)} is not an e-mail address.`)
  await withMail(async ({ db, config, settings, readKeys }) => {
    if (settings.mail === null)
      throw new CommandError(
        'Mail is not configured. Set SMTP_URL, or the mail server in the console.',
      )
    const baseUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
    const look = readMailLook(settings, baseUrl)
    const words = renderMail(MAILS.test({ name: look.name, baseUrl }), 'en', linkStyle(look))
    const signing = await readSigning(db, readKeys, console.error)
    const mailer = createMailer(settings.mail, signing)
    await mailer.send({ to: address, language: 'en', look, ...words }).catch((error: Error) => {
      throw new CommandError(`${settings.mail?.host}:${settings.mail?.port}: ${error.message}`)
    })
    const signedBy = mailer.isSigned ? `${signing?.selector}._domainkey.${signing?.domain}` : null
    if (json) return console.log(JSON.stringify({ sent_to: address, signed_by: signedBy }))
    console.log(`Sent to ${address}, ${signedBy ? `signed by ${signedBy}` : 'not signed'}.`)
  })
}
