// `earshot files move`: every file in another store, verified, as often as you like.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { diskStore } from '../../src/store/disk.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { onCleanup } from '../support/cleanup.ts'
import { commandOn } from '../support/command.ts'
import type { Result } from '../support/command-runner.ts'
import { runJobs } from '../support/jobs.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'
import { storedKeys, uploaded } from '../support/uploads.ts'

let at: TestService
let s3: S3Server
let data: string
let source: Store
let earshot: (...args: string[]) => Promise<Result>
let notes: Shown[]

const bytes = (content: string) => Readable.from([Buffer.from(content)])
const keyOf = ({ url }: Shown) => new URL(url).pathname.split('/').at(-1) as string
const bucketAt = (prefix: string) => s3.url.replace('some/where', prefix)
const storeAt = (prefix: string) => openStore(readConfig({ FILES_URL: bucketAt(prefix) }))
const move = async (...args: string[]) => {
  const { code, stdout, stderr } = await earshot('files', 'move', '--json', ...args)
  expect(stdout, stderr).not.toBe('')
  return { code, report: JSON.parse(stdout) }
}

beforeAll(async () => {
  s3 = await startS3Server()
  data = await mkdtemp(join(tmpdir(), 'earshot-move-'))
  onCleanup(() => rm(data, { recursive: true }))
  source = diskStore(join(data, 'files'))
  at = await startTestService(undefined, { store: source })
  earshot = commandOn(at.connection, { EARSHOT_DATA: data })
  notes = [await uploaded(at, 'one'), await uploaded(at, 'two'), await uploaded(at, 'three')]
  const image = sharp({ create: { width: 300, height: 300, channels: 3, background: '#c0ffee' } })
  await uploaded(at, await image.png().toBuffer(), 'image.png')
  await runJobs(at)
  expect(await storedKeys(source)).toHaveLength(5)
})

test('copies every file and thumbnail to a bucket, and names the FILES_URL to set', async () => {
  const { code, stdout, stderr } = await earshot('files', 'move', '--to', bucketAt('first'))
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^Copied 5 files \(0\.0 MB\) from file:\S+ to s3:\S+\. Already there: 0\. Failed: 0\.$/m,
  )
  expect(stdout).toMatch(
    /Set FILES_URL=s3:\/\/S3RVER:…@127\.0\.0\.1:\d+\/earshot-files\/first\?tls=false /,
  )
  expect(stdout).toContain('again: it copies the files uploaded since.')
  expect(stdout).not.toContain('S3RVER:S3RVER')
  expect(stderr).toContain('files: 100 %')
  const target = storeAt('first')
  expect(await storedKeys(target)).toEqual(await storedKeys(source))
  const copy = await target.read(keyOf(notes[0] as Shown))
  expect(copy && (await text(copy))).toBe('one')
})

test('copies only what is missing or incomplete when it is repeated', async () => {
  const to = bucketAt('repeated')
  const target = storeAt('repeated')
  expect((await move('--to', to)).report).toMatchObject({ files: 5, copied: 5, present: 0 })
  expect((await move('--to', to)).report).toMatchObject({ files: 5, copied: 0, present: 5 })
  await target.remove(keyOf(notes[0] as Shown))
  await target.put(keyOf(notes[1] as Shown), bytes('t'))
  await uploaded(at, 'uploaded meanwhile')
  expect(await move('--to', to)).toMatchObject({
    code: 0,
    report: { files: 6, copied: 3, present: 3, damaged: [], deleted: 0 },
  })
  expect(await storedKeys(target)).toEqual(await storedKeys(source))
  expect(await target.size(keyOf(notes[1] as Shown))).toBe(3)
})

test('leaves out a file that differs from its record, and fails', async () => {
  const damaged = await uploaded(at, 'intact')
  await source.put(keyOf(damaged), bytes('INTACT'))
  const to = join(data, 'elsewhere')
  const { code, stdout } = await earshot('files', 'move', '--to', to)
  expect(code).toBe(1)
  expect(stdout).toContain(`Not copied, because it differs from its record: ${keyOf(damaged)}`)
  expect(stdout).toContain(`Set FILES_URL=file://${to} and restart`)
  expect(await diskStore(to).size(keyOf(damaged))).toBeUndefined()
  await source.put(keyOf(damaged), bytes('intact'))
  expect((await move('--to', to)).report).toMatchObject({ copied: 1, present: 6, damaged: [] })
})

test('deletes from the source only with --delete-source, after a copy is verified', async () => {
  const from = join(data, 'emptied')
  await move('--to', from)
  const emptied = diskStore(from)
  const keys = await storedKeys(emptied)
  const target = storeAt('moved')
  // Of the same size, but damaged: the hash shows it before the source is deleted.
  const [first] = notes as [Shown]
  await target.put(keyOf(first), bytes('ONE'))
  const { report } = await move('--from', from, '--to', bucketAt('moved'), '--delete-source')
  expect(report).toMatchObject({ copied: keys.length, present: 0, deleted: keys.length })
  expect(await storedKeys(emptied)).toEqual([])
  expect(await storedKeys(target)).toEqual(keys)
  const copy = await target.read(keyOf(first))
  expect(copy && (await text(copy))).toBe('one')
  expect(await storedKeys(source)).toEqual(keys)
})

describe('doctor', () => {
  const findings = async (FILES_URL: string) => {
    const doctor = commandOn(at.connection, { EARSHOT_DATA: data, FILES_URL, TMPDIR: tmpdir() })
    return JSON.parse((await doctor('doctor', '--json')).stdout)
  }
  const find = (all: { name: string }[], name: string) => all.find((one) => one.name === name)

  test('counts attachments whose files the store lacks, until they are moved', async () => {
    const url = bucketAt('doctor')
    const before = find(await findings(url), 'attachments')
    expect(before).toMatchObject({
      ok: false,
      text: expect.stringMatching(/^6 of 6 checked have no file.*earshot files move/),
    })
    await move('--to', url)
    expect(find(await findings(url), 'attachments')).toEqual({
      name: 'attachments',
      ok: true,
      text: '6 checked, each has its file',
    })
  })

  test('names the free space of each directory', async () => {
    const all = await findings(`file://${join(data, 'files')}`)
    for (const [name, place] of [
      ['data space', data],
      ['files space', join(data, 'files')],
      ['temp space', tmpdir()],
    ] as const)
      expect(find(all, name)).toMatchObject({
        text: expect.stringContaining(`GB free in ${place}`),
      })
    expect(find(await findings(s3.url), 'files space')).toBeUndefined()
  })
})

describe('is rejected', () => {
  test.each([
    ['without --to', [], /files move needs --to with a directory or an s3:\/\/ address/],
    [
      'to the store itself',
      ['--to', 'DATA/files'],
      /already in file:\S+; --to must be another store/,
    ],
    [
      'to an invalid address',
      ['--to', 's3://KEY:s3cret@host'],
      /--to is s3:\/\/…; it should be a directory, or s3:/,
    ],
    [
      'from an invalid address',
      ['--to', 'x', '--from', 'ftp://s3cret/x'],
      /--from is ftp:\/\/…; it should/,
    ],
  ])('%s', async (_, args, reason) => {
    const { code, stdout, stderr } = await earshot(
      'files',
      'move',
      ...args.map((one) => one.replace('DATA', data)),
    )
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(reason)
    expect(stderr).not.toMatch(/s3cret|^\s+at /m)
  })

  test('by a store that cannot be used, with the cause', async () => {
    const to = s3.url.replace('/earshot-files', '/elsewhere')
    const { code, stderr } = await earshot('files', 'move', '--to', to)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /File storage is unavailable.*The bucket elsewhere cannot be used: it does not exist at http/,
    )
  })
})
