// docs/api-coverage.md lists every operation of the wire format and agrees with the code.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { coverageDocument, findContradictions } from '../../scripts/api-coverage/document.ts'
import { wireOperations } from '../../src/http/openapi/wire-operations.ts'

const all = Object.values(wireOperations).flat()

test('every operation of the wire format is served, or a reason is documented', async () => {
  expect(await findContradictions()).toEqual([])
})

test('the list contains every published operation once', () => {
  const names = all.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
  const published = all.filter(({ generations }) => generations.includes('G3'))
  expect(published).toHaveLength(185)
  expect(new Set(published.map(({ path }) => path)).size).toBe(133)
})

test('docs/api-coverage.md is current', async () => {
  const committed = await readFile(
    join(import.meta.dirname, '../..', 'docs', 'api-coverage.md'),
    'utf8',
  )
  // `npm run coverage` writes it.
  expect(committed).toBe(`${await coverageDocument()}\n`)
})
