// Mails of people, programs, servers and attackers, read in a thread with limits.
import { describe, expect, test } from 'vitest'
import { REPLY_MARKERS } from '../../src/auth/end-users/return-addresses.ts'
import { readMessage } from '../../src/core/mail-message.ts'
import {
  aMail,
  aReport,
  GERMAN_MARKER,
  MARKER,
  plain,
  REPLIES,
  REPORTS,
} from '../support/replies.ts'

const OPTIONS = { markers: REPLY_MARKERS, maxFiles: 10, maxFileBytes: 1000 }
const read = (text: string | Buffer, milliseconds?: number) =>
  readMessage(Buffer.from(text as string), OPTIONS, milliseconds)
const fromAnn = { from: 'Ann <Ann@Example.test>', to: 'r@reply.test' }

test('the line of our mails is known in each language', () => {
  expect(REPLY_MARKERS).toEqual([MARKER, GERMAN_MARKER])
})

describe('a reply of', () => {
  test.each(REPLIES)('$name', async ({ expected, headers, body }) => {
    const message = await read(aMail({ ...fromAnn, headers, body }))
    expect(message).toMatchObject({ text: expected, from: 'ann@example.test', isAutomatic: false })
  })
})

describe('a report of', () => {
  test.each(REPORTS)('$name', async (report) => {
    expect((await read(aReport(report)))?.report?.kind).toBe(report.kind)
  })
})

test.each([
  'Auto-Submitted: auto-replied',
  'Auto-Submitted: auto-generated (rejected)',
  'Precedence: bulk',
  'Precedence: auto_reply',
  'X-Autoreply: yes',
  'List-Id: <news.example.test>',
  'List-Unsubscribe: <mailto:x@example.test>',
  'Return-Path: <>',
])('%s is of a program', async (header) => {
  const message = await read(aMail({ ...fromAnn, headers: [header], body: ['I am away.'] }))
  expect(message?.isAutomatic).toBe(true)
})

test('Auto-Submitted: no is of a person', async () => {
  const headers = ['Auto-Submitted: no', 'Precedence: normal']
  expect((await read(aMail({ ...fromAnn, headers, body: ['Hi'] })))?.isAutomatic).toBe(false)
})

test('files are kept within the limits, also pictures inside the text', async () => {
  const part = (type: string, more: string[], content: string) => [
    '--m',
    `Content-Type: ${type}`,
    ...more,
    '',
    content,
  ]
  const message = await read(
    aMail({
      ...fromAnn,
      headers: ['Content-Type: multipart/mixed; boundary=m'],
      body: [
        ...part('text/plain', [], 'See below'),
        ...part(
          'image/png; name="../../etc/shot.png"',
          ['Content-Id: <a@b>', 'Content-Disposition: inline'],
          'abc',
        ),
        ...part('application/pdf', ['Content-Disposition: attachment'], 'x'.repeat(2000)),
        ...part('image/jpeg', ['Content-Disposition: attachment'], 'def'),
        ...part('application/pgp-signature', [], 'no file of a person'),
        '--m--',
      ],
    }),
  )
  expect(message?.files.map(({ name }) => name)).toEqual(['shot.png', 'file-3.jpg'])
  expect(message).toMatchObject({ text: 'See below', omittedFiles: 1 })
})

describe('a hostile mail neither stops the service nor takes long:', () => {
  const nested = (depth: number) => {
    const body: string[] = []
    for (let i = 0; i < depth; i++)
      body.push(`--b${i}`, `Content-Type: multipart/mixed; boundary=b${i + 1}`, '')
    return aMail({ ...fromAnn, headers: ['Content-Type: multipart/mixed; boundary=b0'], body })
  }
  test.each([
    ['1,000 nested parts', nested(1000)],
    [
      'a million empty parts',
      aMail({
        ...fromAnn,
        headers: ['Content-Type: multipart/mixed; boundary=b'],
        body: ['--b\r\n\r\n'.repeat(1_000_000)],
      }),
    ],
    [
      'a header of 5 MB',
      aMail({ ...fromAnn, headers: [`X-A: ${'a'.repeat(5_000_000)}`], body: ['Hi'] }),
    ],
    [
      '100,000 headers',
      aMail({ ...fromAnn, headers: Array(100_000).fill('X-A: b'), body: ['Hi'] }),
    ],
    [
      'bytes without meaning',
      Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 256)),
    ],
    ['nothing', ''],
    [
      'a boundary that never ends',
      aMail({
        ...fromAnn,
        headers: ['Content-Type: multipart/mixed; boundary='],
        body: ['--', '--x'],
      }),
    ],
    [
      'HTML of comments that never end',
      aMail({ ...fromAnn, headers: ['Content-Type: text/html'], body: ['<!--'.repeat(500_000)] }),
    ],
    [
      'a text of `wrote`',
      aMail({ ...fromAnn, headers: plain(), body: [`On ${'a wrote '.repeat(200_000)}:`] }),
    ],
    [
      'an address of 1 MB',
      aMail({ ...fromAnn, from: `${'<a@b>,('.repeat(30_000)}`, body: ['Hi'] }),
    ],
  ] as [string, string | Buffer][])('%s', async (_, raw) => {
    const started = performance.now()
    await read(raw, 3000)
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  test('20 MB of base64 are read, and the file is left out', async () => {
    const message = await read(
      aMail({
        ...fromAnn,
        headers: ['Content-Type: multipart/mixed; boundary=m'],
        body: [
          '--m',
          ...plain(),
          '',
          'Hi',
          '--m',
          'Content-Type: application/zip',
          'Content-Transfer-Encoding: base64',
          '',
          `${'A'.repeat(76)}\r\n`.repeat(260_000),
          '--m--',
        ],
      }),
    )
    expect(message).toMatchObject({ text: 'Hi', files: [], omittedFiles: 1 })
  })

  test('one that takes too long is not read', async () => {
    expect(await read(aMail({ ...fromAnn, body: ['Hi'] }), 0)).toBeUndefined()
  })
})
