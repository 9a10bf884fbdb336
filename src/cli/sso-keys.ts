// `earshot sso-keys`: the keys of single sign-on tokens for the portal.
import { createSsoKey, listSsoKeys, revokeSsoKey } from '../auth/end-users/sso-keys.ts'
import { prepareSecretKey } from '../auth/secret-key.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { seedDatabase } from '../write/service/seed.ts'
import { type Command, jsonOption, UsageError, type Values } from './command.ts'
import { withDatabase } from './database.ts'
import { findKeySource } from './secret-key-source.ts'
import { formatTime, renderTable } from './table.ts'

export const ssoKeys: Command = {
  summary: 'create, list and revoke keys of single sign-on tokens',
  description: `Your own application signs people in on the portal: it makes a JSON Web Token about the person, signed with such a key
(HS256), and opens any page of the portal with ?sso=TOKEN. Several keys are valid at once, so that one can replace another.`,
  examples: [
    ['earshot sso-keys create --name Website', 'Create a key.'],
    ['earshot sso-keys revoke 1', 'Revoke the key with the id 1.'],
  ],
  subcommands: {
    create: {
      summary: 'create a key',
      description:
        'Prints the new key. It cannot be shown again. Its text is the secret of the signature.',
      options: {
        name: {
          type: 'string',
          value: 'NAME',
          isRequired: true,
          description: 'What uses the key, such as the name of your application.',
        },
        ...jsonOption('{"id", "name", "key"}'),
      },
      examples: [['earshot sso-keys create --name Website', 'Create a key.']],
      run: create,
    },
    list: {
      summary: 'list all keys',
      description: 'Lists all keys, also the revoked ones. Times are UTC.',
      options: jsonOption('a list of keys'),
      examples: [['earshot sso-keys list', 'List all keys.']],
      run: (values) => withDatabase(readConfig(), (database) => list(database, values)),
    },
    revoke: {
      summary: 'revoke a key',
      description: 'Revokes a key for good. Sessions that it began end at once.',
      arguments: [{ name: 'ID', description: 'The id of the key.' }],
      options: jsonOption('{"revoked": id}'),
      examples: [['earshot sso-keys revoke 1', 'Revoke the key with the id 1.']],
      run: revoke,
    },
  },
}

async function create({ name: given, json }: Values): Promise<void> {
  const name = String(given).trim()
  if (name === '' || name.length > 200)
    throw new UsageError('--name must have 1 to 200 characters.')
  const config = readConfig()
  await withDatabase(config, async ({ db }) => {
    const readKeys = await prepareSecretKey(db, findKeySource(config), console.error)
    const { id, key } = await db.transaction().execute(async (tx) => {
      await seedDatabase(tx)
      return createSsoKey(tx, readKeys, name)
    })
    console.log(json ? JSON.stringify({ id, name, key }) : `Id      ${id}\nKey     ${key}`)
  })
}

async function list({ db }: Database, { json }: Values): Promise<void> {
  const keys = await listSsoKeys(db)
  if (json) return console.log(JSON.stringify(keys))
  console.log(
    renderTable(
      ['ID', 'NAME', 'CREATED', 'LAST USE', 'STATUS'],
      keys.map(({ id, name, created_at, last_used_at, revoked_at }) => [
        id,
        name,
        created_at,
        last_used_at ?? 'never',
        revoked_at ? `revoked ${formatTime(revoked_at)}` : 'active',
      ]),
    ),
  )
}

async function revoke({ json }: Values, [text = '']: string[]): Promise<void> {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`ID: ${JSON.stringify(text)} is not the id of a key.`)
  const id = Number(text)
  await withDatabase(readConfig(), async ({ db }) => {
    const { isNew } = await db.transaction().execute((tx) => revokeSsoKey(tx, id))
    const state = isNew ? 'is revoked' : 'was already revoked'
    console.log(json ? JSON.stringify({ revoked: id }) : `Key ${id} ${state}.`)
  })
}
