// Encoding and decoding of cursors; any other text is rejected with 400.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '../../src/core/api-error.ts'
import {
  cursorPosition,
  decodeCursor,
  encodeCursor,
  type SortValue,
} from '../../src/read/cursor.ts'

const aCursor = fc.record({
  collection: fc.string({ unit: 'grapheme' }),
  sort: fc.string({ unit: 'grapheme' }),
  value: fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  id: fc.maxSafeInteger(),
  total: fc.option(fc.maxSafeNat()),
  seen: fc.maxSafeNat(),
})

const refusalOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return error
  }
}

test('an encoded cursor decodes to the same value', () => {
  fc.assert(
    fc.property(aCursor, (cursor) => {
      expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor)
    }),
  )
})

test('a cursor needs no escaping in a URL', () => {
  fc.assert(
    fc.property(aCursor, (cursor) => {
      const text = encodeCursor(cursor)
      expect(encodeURIComponent(text)).toBe(text)
    }),
  )
})

test('different positions have different cursors', () => {
  fc.assert(
    fc.property(aCursor, aCursor, (one, other) => {
      const isSame = JSON.stringify(Object.values(one)) === JSON.stringify(Object.values(other))
      expect(encodeCursor(one) === encodeCursor(other)).toBe(isSame)
    }),
  )
})

test('any text is either a cursor or rejected as malformed', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      const refusal = refusalOf(() => decodeCursor(text))
      if (refusal === undefined) return
      expect(refusal).toBeInstanceOf(ApiError)
      expect(refusal).toMatchObject({ kind: 'malformed', errors: { cursor: 'in' } })
    }),
  )
})

test.each([
  ['an object', { collection: 'users', sort: 'id', value: 1, id: 1, total: 1, seen: 1 }],
  ['too short', ['users', 'id', 1, 1, 1]],
  ['too long', ['users', 'id', 1, 1, 1, 1, 1]],
  ['a collection that is no text', [1, 'id', 1, 1, 1, 1]],
  ['a sort that is no text', ['users', 1, 1, 1, 1, 1]],
  ['a value that is an object', ['users', 'id', {}, 1, 1, 1]],
  ['a value that is true', ['users', 'id', true, 1, 1, 1]],
  ['an id that is text', ['users', 'id', 1, '1', 1, 1]],
  ['an id with a fraction', ['users', 'id', 1, 1.5, 1, 1]],
  ['an id beyond what a number holds', ['users', 'id', 1, 2 ** 53, 1, 1]],
  ['a negative total', ['users', 'id', 1, 1, -1, 1]],
  ['a total that is text', ['users', 'id', 1, 1, '1', 1]],
  ['fewer seen than none', ['users', 'id', 1, 1, 1, -1]],
])('%s is refused', (_, content) => {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  expect(refusalOf(() => decodeCursor(text))).toBeInstanceOf(ApiError)
})

const at = (value: SortValue, id: number) => ({
  collection: 'users',
  sort: 'x',
  value,
  id,
  total: 1,
  seen: 1,
})

test.each([
  ['text', 'Émile', 'Émile'],
  ['text', '', ''],
  ['integer', 7, 7],
  ['number', 7.5, 7.5],
  ['time', '2026-01-05T00:00:00.25+00:00', '2026-01-05T00:00:00.250Z'],
  ['time', '2026-01-05T02:00:00+02:00', '2026-01-05T00:00:00.000Z'],
])('in a sort by %s the value %j is the place %j', (kind, value, place) => {
  expect(cursorPosition(at(value, 9), kind, false)).toEqual({
    value: place,
    id: 9,
  })
})

test.each([
  ['text', 7],
  ['text', 'a\0b'],
  ['text', '\ud800'],
  ['integer', 7.5],
  ['integer', '7'],
  ['number', '7.5'],
  ['time', 'yesterday'],
  ['time', 1767571200],
  ['time', '0000-01-01T00:00:00Z'],
  ['boolean', 'true'],
])('in a sort by %s the value %j is refused', (kind, value) => {
  const refusal = refusalOf(() => cursorPosition(at(value, 1), kind, true))
  expect(refusal).toMatchObject({ kind: 'malformed', errors: { cursor: 'in' } })
})

test.each(['text', 'integer', 'number', 'time'])(
  'null is a place in a sort by %s that may be null, and in no other',
  (kind) => {
    const cursor = at(null, 9)
    expect(cursorPosition(cursor, kind, true)).toEqual({ value: null, id: 9 })
    expect(refusalOf(() => cursorPosition(cursor, kind, false))).toMatchObject({
      kind: 'malformed',
    })
  },
)
