// The keys of EARSHOT_SECRET_KEY, of EARSHOT_SECRET_KEY_FILE, or of a file in the data directory that the first start creates.
import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { KeySource } from '../auth/secret-key.ts'
import { type Config, ConfigError } from '../config.ts'
import { generateSecretKey, parseSecretKeys, SECRET_KEY_FORM } from '../core/secret-keys.ts'
import { makeDirectory, matchDirectoryOwner } from '../store/ownership.ts'

type Settings = Pick<Config, 'dataDir' | 'secretKeys' | 'secretKeyFile'>

/** Null when the keys are in the environment. */
export const keyFileOf = ({ dataDir, secretKeys, secretKeyFile }: Settings): string | null =>
  secretKeys ? null : (secretKeyFile ?? join(dataDir, 'secret-key'))

export function findKeySource(config: Settings): KeySource {
  const { secretKeys, secretKeyFile } = config
  const file = keyFileOf(config)
  if (file === null)
    return { name: 'EARSHOT_SECRET_KEY', read: async () => secretKeys ?? undefined, create: null }
  return {
    name: file,
    read: () => readKeyFile(file),
    create: secretKeyFile === null ? () => createKeyFile(file) : null,
  }
}

async function readKeyFile(file: string): ReturnType<KeySource['read']> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new ConfigError(`The secret key ${file} cannot be read (${code}).`, { cause: error })
  }
  const keys = parseSecretKeys(text)
  if (!keys)
    throw new ConfigError(`${file} has no keys, or a malformed one. A key is ${SECRET_KEY_FORM}.`)
  return keys
}

/** Of several processes the first one wins. */
async function createKeyFile(file: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await makeDirectory(dirname(file))
    {
      await using handle = await open(aside, 'wx', 0o600)
      await handle.writeFile(`${generateSecretKey()}\n`)
      await handle.sync()
    }
    await matchDirectoryOwner(aside)
    await link(aside, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    // The file must not be lost in a power failure: what it encrypts is not.
    await using directory = await open(dirname(file))
    await directory.sync()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError(
      `The secret key cannot be stored in ${file} (${code}). Make the directory writable for this user, or set EARSHOT_SECRET_KEY.`,
      { cause },
    )
  } finally {
    await rm(aside, { force: true })
  }
}
