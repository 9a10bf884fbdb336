// The bytes of a text file → its text. An encoding that cannot be known is guessed, for a person to judge.

export const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'macintosh',
  'utf-16le',
  'utf-16be',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** `isCertain` unless the encoding is a guess. */
export type Decoded = { text: string; encoding: Encoding; isCertain: boolean }

export type FileFault = 'empty' | 'workbook' | 'binary'

export class UnreadableFile extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}

const MARKS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** ZIP, which .xlsx and .ods are, and the files of old Office programs. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const WORKBOOKS = [ZIP, [0xd0, 0xcf, 0x11, 0xe0]]

const HEAD_BYTES = 4096
/** The share of control characters above which bytes are not text. */
const MAX_CONTROL_SHARE = 0.02

const startsWith = (bytes: Uint8Array, prefix: number[]) =>
  prefix.every((byte, i) => bytes[i] === byte)

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, ZIP)

export function decodeFile(bytes: Uint8Array): Decoded {
  if (WORKBOOKS.some((prefix) => startsWith(bytes, prefix))) throw new UnreadableFile('workbook')
  const decoded = detect(bytes)
  if (decoded.text.trim() === '') throw new UnreadableFile('empty')
  return decoded
}

/** Characters that the encoding does not have become �. The byte order mark is dropped. */
export const decodeAs = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes)

function detect(bytes: Uint8Array): Decoded {
  const [marked] = MARKS.find(([, mark]) => startsWith(bytes, mark)) ?? []
  if (marked) return { text: decodeAs(bytes, marked), encoding: marked, isCertain: true }
  const head = bytes.subarray(0, HEAD_BYTES)
  const nulls = [0, 1].map((half) => head.filter((byte, i) => byte === 0 && i % 2 === half).length)
  const [even = 0, odd = 0] = nulls
  // Latin text in UTF-16 has a zero in every second byte.
  const wide = odd > head.length / 4 ? 'utf-16le' : even > head.length / 4 ? 'utf-16be' : undefined
  if (wide && Math.min(even, odd) === 0)
    return { text: decodeAs(bytes, wide), encoding: wide, isCertain: false }
  if (bytes.includes(0) || head.filter(isControl).length > head.length * MAX_CONTROL_SHARE)
    throw new UnreadableFile('binary')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, encoding: 'utf-8', isCertain: true }
  } catch {
    const text = decodeAs(bytes, 'windows-1252')
    return { text, encoding: 'windows-1252', isCertain: false }
  }
}

const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte)

const SAMPLE_LENGTH = 80

/** The first texts that look different in another encoding. */
export function sampleOf(text: string, count = 4): string[] {
  const samples: string[] = []
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is the same in all of them but UTF-16
  for (const { index } of text.matchAll(/[^\x00-\x7f][^\r\n]{0,200}/g)) {
    const begin = Math.max(text.lastIndexOf('\n', index), text.lastIndexOf('\r', index)) + 1
    const from = Math.max(begin, index - SAMPLE_LENGTH / 2)
    samples.push(text.slice(from, from + SAMPLE_LENGTH).split(/[\r\n]/, 1)[0] ?? '')
    if (samples.length === count) break
  }
  return samples
}
