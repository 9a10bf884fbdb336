// `earshot secret-key`: the key that encrypts secrets in the database.
import { reencryptSecrets, resetSecrets } from '../auth/secret-key.ts'
import { readConfig } from '../config.ts'
import { formatSecretKey, generateSecretKey } from '../core/secret-keys.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { matchDirectoryOwner } from '../store/ownership.ts'
import { COMMAND, recordAudit } from '../write/core/audit.ts'
import { type Command, CommandError, jsonOption } from './command.ts'
import { withDatabase } from './database.ts'
import { findKeySource, keyFileOf } from './secret-key-source.ts'

const json = jsonOption(
  '{"key", "secrets"}: the id of the key, and how many secrets it encrypted anew',
)

export const secretKey: Command = {
  summary: 'create and rotate the key that encrypts secrets in the database',
  description: `The key encrypts what the service must be able to read: the secrets of authenticator apps. It is in EARSHOT_SECRET_KEY, in the
file EARSHOT_SECRET_KEY_FILE, or in the file secret-key of the data directory, which the first start creates. It is not in
the database and not in a backup.`,
  examples: [['earshot secret-key rotate', 'Rotate the key beside a running service.']],
  subcommands: {
    create: {
      summary: 'print a new key',
      description: 'Prints a new key and stores nothing.',
      examples: [['earshot secret-key create', 'Print a key for EARSHOT_SECRET_KEY.']],
      run: async () => console.log(generateSecretKey()),
    },
    rotate: {
      summary: 'replace the key in its file and encrypt everything anew',
      description: `Adds a new key to the key file, encrypts everything with it, and removes the old key. Running services of this machine use the
new key at once. It can be run again when it was interrupted.

With EARSHOT_SECRET_KEY, or with services on several machines, give all of them the new key first: see \`reencrypt\`.`,
      options: json,
      examples: [['earshot secret-key rotate', 'Rotate the key beside a running service.']],
      run: (values) => reencrypt(values.json === true, addKey),
    },
    reencrypt: {
      summary: 'encrypt everything with the first key',
      description: `Encrypts everything that is encrypted with another key than the first one. To rotate a key by hand: start all services with
the old key and the new one after it, then with the new one first, run this command, then remove the old key.`,
      options: json,
      examples: [['earshot secret-key reencrypt', 'Encrypt everything with the first key.']],
      run: (values) => reencrypt(values.json === true, async () => null),
    },
    reset: {
      summary: 'give up a lost key',
      description: `Removes the authenticator apps that no configured key can decrypt, and uses the configured key from then on. These people sign
in without a code until they set up an app again. Roles that require a second factor ask for it at the next sign-in.`,
      options: {
        ...jsonOption('{"removed"}'),
        force: { type: 'boolean', description: 'Required, because nothing brings them back.' },
      },
      examples: [['earshot secret-key reset --force', 'Give up a lost key.']],
      run: async ({ json, force }) => {
        if (!force)
          throw new CommandError(
            'This removes authenticator apps for good. Repeat it with --force if the key is lost.',
          )
        const config = readConfig()
        const removed = await withDatabase(config, async ({ db }) => {
          const count = await resetSecrets(db, findKeySource(config))
          await recordAudit(db, COMMAND, {
            action: 'settings_changed',
            after: { secret_key: 'reset', removed: count },
          })
          return count
        })
        console.log(
          json
            ? JSON.stringify({ removed })
            : `Removed ${removed} authenticator ${removed === 1 ? 'app' : 'apps'}.`,
        )
      },
    },
  },
}

type Config = ReturnType<typeof readConfig>

/** `prepare` returns what is done when everything is encrypted anew. */
async function reencrypt(
  isJson: boolean,
  prepare: (config: Config) => Promise<(() => Promise<void>) | null>,
): Promise<void> {
  const config = readConfig()
  const source = findKeySource(config)
  const report = await withDatabase(config, async ({ db }) => {
    const finish = await prepare(config)
    const secrets = await reencryptSecrets(db, source)
    await finish?.()
    const key = (await source.read())?.[0].id
    await recordAudit(db, COMMAND, {
      action: 'settings_changed',
      after: { secret_key: key, secrets },
    })
    return { key, secrets }
  })
  const { key, secrets } = report
  console.log(
    isJson
      ? JSON.stringify(report)
      : `Encrypted ${secrets} ${secrets === 1 ? 'secret' : 'secrets'} anew with key ${key}.`,
  )
}

/** Puts a new key before the others of the file. Afterwards the file has only the new one. */
async function addKey(config: Config): Promise<() => Promise<void>> {
  const file = keyFileOf(config)
  if (file === null)
    throw new CommandError(
      'The key is in EARSHOT_SECRET_KEY, which a command cannot change. `earshot secret-key reencrypt --help` says what to do.',
    )
  const keys = (await findKeySource(config).read()) ?? []
  if (keys.length === 0)
    throw new CommandError(`${file} does not exist. \`earshot serve\` creates it.`)
  const write = async (lines: string[]) => {
    await writeFileAtomically(file, toChunks(`${lines.join('\n')}\n`))
    await matchDirectoryOwner(file)
  }
  const key = generateSecretKey()
  await write([key, ...keys.map(formatSecretKey)])
  return () => write([key])
}

async function* toChunks(text: string): AsyncGenerator<string> {
  yield text
}
