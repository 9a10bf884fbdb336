import { describe, expect, test } from 'vitest'
import {
  declareDelimiter,
  indexRows,
  parseRow,
  replaceRow,
  rowAt,
  textOf,
  writeRow,
} from './csv-text.ts'

const textsOf = (text: string, delimiter = ',') =>
  indexRows(text, delimiter).map((row) => [row.line, textOf(text, row)])

describe('rows', () => {
  test('end at line feeds, carriage returns, and both together', () => {
    expect(textsOf('a\nb\r\nc\rd')).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
    ])
  })

  test('include blank ones, but none after the last line break', () => {
    expect(textsOf('a\n\nb\n')).toEqual([
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ])
    expect(textsOf('')).toEqual([])
  })

  test('have line breaks in quoted cells, which count as lines', () => {
    expect(textsOf('"x\r\ny\nz",1\nb')).toEqual([
      [1, '"x\r\ny\nz",1'],
      [4, 'b'],
    ])
  })

  test('have doubled quotes in quoted cells', () => {
    expect(textsOf('"a""\n""b"\nc')).toEqual([
      [1, '"a""\n""b"'],
      [3, 'c'],
    ])
  })

  test('begin a quoted cell after the delimiter only', () => {
    expect(textsOf('5" x\nb')).toEqual([
      [1, '5" x'],
      [2, 'b'],
    ])
    expect(textsOf('a;"\n"\nb', ';')).toEqual([
      [1, 'a;"\n"'],
      [3, 'b'],
    ])
  })

  test('are found by the line where they begin', () => {
    const rows = indexRows('a\n"b\nb"\nc\nd', ',')
    expect([1, 2, 4, 5].map((line) => rowAt(rows, line)?.line)).toEqual([1, 2, 4, 5])
    expect(rowAt(rows, 3)).toBeUndefined()
    expect(rowAt(rows, 6)).toBeUndefined()
  })
})

describe('cells', () => {
  test.each([
    ['', ['']],
    ['a,b', ['a', 'b']],
    ['a,', ['a', '']],
    [',', ['', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",', ['say "hi"', '']],
    ['""', ['']],
    ['"open', ['open']],
    ['"a"b,c', ['ab', 'c']],
  ])('of %j are %j', (row, cells) => {
    expect(parseRow(row, ',')).toEqual(cells)
  })

  test('are quoted where they need it', () => {
    expect(writeRow(['a', 'b,c', 'd"e', 'f\ng', 'h\r', ' '], ',')).toBe(
      'a,"b,c","d""e","f\ng","h\r", ',
    )
    expect(writeRow(['a,b', 'c;d'], ';')).toBe('a,b;"c;d"')
  })

  test('of a row that is one empty cell are not a blank line', () => {
    expect(writeRow([''], ',')).toBe('""')
  })
})

test('a row is replaced and the others stay as they are', () => {
  const text = 'a,b\r\n"x\ny",2\r\nlast'
  const row = rowAt(indexRows(text, ','), 2)
  expect(row && replaceRow(text, row, 'z,2')).toBe('a,b\r\nz,2\r\nlast')
})

describe('the line that names the delimiter', () => {
  test('is added', () => {
    expect(declareDelimiter('a;b', ';')).toBe('sep=;\na;b')
  })

  test.each(['sep=,\n', '"sep=,"\r\n', 'SEP=,;;\n'])('replaces %j', (line) => {
    expect(declareDelimiter(`${line}a;b`, ';')).toBe('sep=;\na;b')
  })

  test('is not a header that begins with sep', () => {
    expect(declareDelimiter('separate;b', ';')).toBe('sep=;\nseparate;b')
  })
})
