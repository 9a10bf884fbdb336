// The options of encrypted backups.
import { readFile } from 'node:fs/promises'
import type { Decryption, Encryption } from '../backup/encryption.ts'
import { CommandError, type Option, UsageError, type Values } from './command.ts'
import { requireReadable } from './paths.ts'

const MIN_PASSPHRASE_LENGTH = 12

const passphraseFile: Option = {
  type: 'string',
  value: 'FILE',
  description: 'A file whose first line is the passphrase.',
}

export const encryptionOptions = {
  'passphrase-file': passphraseFile,
  recipient: {
    type: 'string',
    value: 'KEY',
    multiple: true,
    description: 'A public key of age (age1…) whose holder can read the backup. Can be repeated.',
  },
} as const

export const decryptionOptions = {
  'passphrase-file': passphraseFile,
  'identity-file': {
    type: 'string',
    value: 'FILE',
    description: 'A file with secret keys of age (AGE-SECRET-KEY-1…), one per line.',
  },
} as const

/** Null: the backup is not encrypted. */
export async function readEncryption(values: Values): Promise<Encryption | null> {
  const { recipient, 'passphrase-file': file } = values
  if (file !== undefined && recipient !== undefined)
    throw new UsageError('--passphrase-file and --recipient exclude each other.')
  if (Array.isArray(recipient)) return { recipients: recipient }
  if (typeof file !== 'string') return null
  const passphrase = await readPassphrase(file)
  if (passphrase.length < MIN_PASSPHRASE_LENGTH)
    throw new CommandError(
      `The passphrase in ${file} has ${passphrase.length} characters; at least ${MIN_PASSPHRASE_LENGTH} are needed.`,
    )
  return { passphrase }
}

/** Null: the backup has to be one that is not encrypted. */
export async function readDecryption(values: Values): Promise<Decryption | null> {
  const { 'passphrase-file': passphrase, 'identity-file': identity } = values
  if (passphrase !== undefined && identity !== undefined)
    throw new UsageError('--passphrase-file and --identity-file exclude each other.')
  if (typeof passphrase === 'string') return { passphrase: await readPassphrase(passphrase) }
  if (typeof identity !== 'string') return null
  const identities = (await readLines(identity)).filter((line) => /^AGE-SECRET-KEY-/.test(line))
  if (identities.length === 0)
    throw new CommandError(`${identity} has no secret key of age (AGE-SECRET-KEY-1…).`)
  return { identities }
}

async function readPassphrase(file: string): Promise<string> {
  const [passphrase = ''] = await readLines(file)
  if (passphrase === '') throw new CommandError(`The first line of ${file} has no passphrase.`)
  return passphrase
}

async function readLines(file: string): Promise<string[]> {
  await requireReadable(file)
  return (await readFile(file, 'utf8')).split(/\r?\n/)
}
