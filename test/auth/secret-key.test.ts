// The key outside of the database: what it encrypts, its rotation beside a running service, and a key that is missing.
import { mkdtemp, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { findKeySource } from '../../src/cli/secret-key-source.ts'
import { generateSecretKey } from '../../src/core/secret-keys.ts'
import { type Service, startService } from '../../src/service.ts'
import { codeOf, stepAt } from '../support/authenticator-app.ts'
import { commandOn } from '../support/command.ts'
import { BASE_URL, startTestService } from '../support/service.ts'
import { aPerson, PASSWORD, submit } from '../support/staff.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'earshot-key-'))
const keyFile = join(dataDir, 'secret-key')
const inDirectory = { dataDir, secretKeys: null, secretKeyFile: null }
const at = await startTestService(undefined, { secretKey: findKeySource(inDirectory) })
const earshot = commandOn(at.connection, { EARSHOT_DATA: dataDir, EARSHOT_SECRET_KEY: '' })

/** The rows as an earlier version stored them. */
async function aPersonWithPlainSecret(): Promise<{ id: number; email: string; secret: Buffer }> {
  const { id, email } = await aPerson(at, 'viewer')
  const secret = Buffer.from(`secret of ${String(id).padStart(10, '0')}`)
  await sql`insert into totp_secrets (user_id, secret, last_step) values (${id}, ${secret}, 0)`.execute(
    at.db,
  )
  return { id, email, secret }
}

async function readStored(): Promise<{ plain: number; keys: string[]; bytes: Buffer }> {
  const { rows } = await sql<{ plain: number; keys: string[]; bytes: Buffer }>`
    select count(secret)::int as plain, string_agg(encrypted_secret, '' order by user_id) as bytes,
      array_agg(distinct encode(substring(encrypted_secret from 2 for 8), 'hex')) as keys
    from totp_secrets`.execute(at.db)
  return rows[0] as { plain: number; keys: string[]; bytes: Buffer }
}

const start = (settings: Parameters<typeof findKeySource>[0] = inDirectory): Promise<Service> =>
  startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
    store: at.store,
    secretKey: findKeySource(settings),
  })

async function signIn({ email, secret }: { email: string; secret: Buffer }): Promise<number> {
  const code = codeOf(secret, stepAt(Date.now()))
  const fields = { email, password: PASSWORD, code }
  return (await submit(at, '//admin/sign-in', fields)).status
}

test('the first start creates a key that only its user can read', async () => {
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  expect(await readFile(keyFile, 'utf8')).toMatch(/^earshot_encryption_[\w-]{43}\n$/)
})

test('a start encrypts plain secrets, and codes still work', async () => {
  const person = await aPersonWithPlainSecret()
  await (await start()).close()
  const { plain, bytes } = await readStored()
  expect(plain).toBe(0)
  expect(bytes.includes(person.secret)).toBe(false)
  expect(await signIn(person)).toBe(303)
})

test('a ciphertext does not open in the row of another person', async () => {
  const [one, other] = [await aPersonWithPlainSecret(), await aPersonWithPlainSecret()]
  await (await start()).close()
  await sql`
    update totp_secrets t set encrypted_secret = s.encrypted_secret from totp_secrets s
    where t.user_id = ${other.id} and s.user_id = ${one.id}`.execute(at.db)
  expect(await signIn({ ...other, secret: one.secret })).toBe(500)
  await sql`delete from totp_secrets where user_id = ${other.id}`.execute(at.db)
})

test('a rotation encrypts everything anew beside the running service, and removes the old key', async () => {
  const people = [await aPersonWithPlainSecret(), await aPersonWithPlainSecret()]
  await (await start()).close()
  const [before, old] = [await readStored(), await readFile(keyFile, 'utf8')]
  const rotated = await earshot('secret-key', 'rotate', '--json')
  expect(rotated.stderr).toBe('')
  const { key, secrets } = JSON.parse(rotated.stdout)
  expect(secrets).toBeGreaterThanOrEqual(2)
  const after = await readStored()
  expect(after.keys).toEqual([key])
  expect(before.keys).not.toContain(key)
  expect(await readFile(keyFile, 'utf8')).not.toContain(old.trim())
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  for (const person of people) expect(await signIn(person)).toBe(303)
})

test('a rotation that was interrupted leaves both keys, which a start accepts', async () => {
  const person = await aPersonWithPlainSecret()
  await (await start()).close()
  const old = await readFile(keyFile, 'utf8')
  await writeFile(keyFile, `${generateSecretKey()}\n${old}`)
  await (await start()).close()
  expect(await signIn(person)).toBe(303)
  expect((await earshot('secret-key', 'rotate')).code).toBe(0)
  expect((await readFile(keyFile, 'utf8')).trim().split('\n')).toHaveLength(1)
  expect((await readStored()).keys).toHaveLength(1)
})

test('the key of the environment cannot be rotated, but everything encrypted with the first one', async () => {
  const old = (await readFile(keyFile, 'utf8')).trim()
  const added = generateSecretKey()
  const both = commandOn(at.connection, { EARSHOT_SECRET_KEY: `${added},${old}` })
  const refused = await both('secret-key', 'rotate')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('EARSHOT_SECRET_KEY, which a command cannot change')
  const done = await both('secret-key', 'reencrypt', '--json')
  expect((await readStored()).keys).toEqual([JSON.parse(done.stdout).key])
  await writeFile(keyFile, `${added}\n`)
  expect((await earshot('doctor')).stdout).toMatch(/^ok {2}secret key/m)
})

test('a service with a missing or another key does not start, creates none, and doctor says so', async () => {
  await aPersonWithPlainSecret()
  await (await start()).close()
  const aside = `${keyFile}.aside`
  await rename(keyFile, aside)
  await expect(start()).rejects.toThrow(`but ${keyFile} does not exist. Set EARSHOT_SECRET_KEY`)
  await expect(stat(keyFile)).rejects.toThrow('ENOENT')
  const doctor = await earshot('doctor')
  expect(doctor.code).toBe(1)
  expect(doctor.stdout).toMatch(/^NO {2}secret key +This database is used with the secret key/m)
  await writeFile(keyFile, `${generateSecretKey()}\n`)
  await expect(start()).rejects.toThrow('This database is used with the secret key')
  await writeFile(keyFile, 'not a key')
  await expect(start()).rejects.toThrow(`${keyFile} has no keys, or a malformed one`)
  await rename(aside, keyFile)
  await (await start()).close()
})

test('a lost key is given up with --force, and its second factors go', async () => {
  const person = await aPersonWithPlainSecret()
  await (await start()).close()
  await writeFile(keyFile, `${generateSecretKey()}\n`)
  expect((await earshot('secret-key', 'reset')).stderr).toContain('--force')
  const reset = await earshot('secret-key', 'reset', '--force', '--json')
  expect(JSON.parse(reset.stdout).removed).toBeGreaterThan(0)
  await (await start()).close()
  const { status } = await submit(at, '//admin/sign-in', {
    email: person.email,
    password: PASSWORD,
  })
  expect(status).toBe(303)
})

test('as long as nothing is encrypted, the key of another data directory takes over', async () => {
  await sql`delete from totp_secrets`.execute(at.db)
  await (await start()).close()
  const other = generateSecretKey()
  await writeFile(keyFile, `${other}\n`)
  await (await start()).close()
  expect((await earshot('doctor')).stdout).toMatch(/^ok {2}secret key/m)
  await aPersonWithPlainSecret()
  await (await start()).close()
  await writeFile(keyFile, `${generateSecretKey()}\n`)
  await expect(start()).rejects.toThrow('This database is used with the secret key')
  await writeFile(keyFile, `${other}\n`)
})
