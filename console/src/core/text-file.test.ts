import { describe, expect, test } from 'vitest'
import { decodeAs, decodeFile, sampleOf, UnreadableFile } from './text-file.ts'

const bytesOf = (...bytes: number[]) => new Uint8Array(bytes)
const utf8 = (text: string) => new TextEncoder().encode(text)

function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !isBigEndian)
  return new Uint8Array(view.buffer)
}

function faultOf(bytes: Uint8Array): string | undefined {
  try {
    decodeFile(bytes)
    return undefined
  } catch (error) {
    return error instanceof UnreadableFile ? error.fault : String(error)
  }
}

describe('the encoding', () => {
  test('is certain for UTF-8, with a byte order mark or without', () => {
    const expected = { text: 'Größe 🙂', encoding: 'utf-8', isCertain: true }
    expect(decodeFile(utf8('Größe 🙂'))).toEqual(expected)
    expect(decodeFile(utf8('\ufeffGröße 🙂'))).toEqual(expected)
  })

  test('is certain for UTF-16 with a byte order mark', () => {
    expect(decodeFile(utf16('\ufeffa;ä', false))).toEqual({
      text: 'a;ä',
      encoding: 'utf-16le',
      isCertain: true,
    })
    expect(decodeFile(utf16('\ufeffa;ä', true))).toEqual({
      text: 'a;ä',
      encoding: 'utf-16be',
      isCertain: true,
    })
  })

  test('is guessed for UTF-16 without a mark, by its zero bytes', () => {
    expect(decodeFile(utf16('name;plan', false))).toEqual({
      text: 'name;plan',
      encoding: 'utf-16le',
      isCertain: false,
    })
    expect(decodeFile(utf16('name;plan', true)).encoding).toBe('utf-16be')
  })

  test('is guessed to be Windows-1252 for bytes that are not UTF-8', () => {
    // “Müller, 5 €” with its quotation marks.
    const bytes = bytesOf(0x93, 0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80, 0x94)
    expect(decodeFile(bytes)).toEqual({
      text: '“Müller €”',
      encoding: 'windows-1252',
      isCertain: false,
    })
  })

  test('can be chosen', () => {
    expect(decodeAs(bytesOf(0xf5), 'windows-1252')).toBe('õ')
    expect(decodeAs(bytesOf(0xf5), 'windows-1250')).toBe('ő')
    expect(decodeAs(bytesOf(0x8a), 'macintosh')).toBe('ä')
  })
})

test('files that are not text are refused', () => {
  expect(faultOf(bytesOf(0x50, 0x4b, 0x03, 0x04, 1, 2, 3))).toBe('workbook')
  expect(faultOf(bytesOf(0xd0, 0xcf, 0x11, 0xe0, 0, 0))).toBe('workbook')
  expect(faultOf(bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13))).toBe(
    'binary',
  )
  expect(faultOf(bytesOf(1, 2, 3, 4, 5, 6))).toBe('binary')
  expect(faultOf(utf8(`${'a'.repeat(200)}\0`))).toBe('binary')
  expect(faultOf(bytesOf())).toBe('empty')
  expect(faultOf(utf8('\ufeff \r\n'))).toBe('empty')
  expect(faultOf(utf8('a\tb\r\n'))).toBeUndefined()
})

test('samples are the first texts that another encoding would change', () => {
  expect(sampleOf('id;name\n1;Ann\n2;Müller\n3;Größe 5')).toEqual(['2;Müller', '3;Größe 5'])
  expect(sampleOf('ä\nö\nü', 2)).toEqual(['ä', 'ö'])
  expect(sampleOf('only ASCII')).toEqual([])
})
