// What is said of the wire format's operations is true, and none is passed over.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contradictions, coverageDocument } from '../src/cli/coverage.ts'
import { wireOperations } from '../src/http/wire-operations.ts'

const all = Object.values(wireOperations).flat()

test('every operation of the wire format is served, or it is written why not', async () => {
  expect(await contradictions()).toEqual([])
})

test('the list of the wire format holds every published operation once', () => {
  const names = all.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
  const published = all.filter(({ generations }) => generations.includes('G3'))
  expect(published).toHaveLength(185)
  expect(new Set(published.map(({ path }) => path)).size).toBe(133)
})

test('the page is the one that is kept beside the code', async () => {
  const kept = await readFile(join(import.meta.dirname, '..', 'docs', 'api-coverage.md'), 'utf8')
  // `npm run coverage` writes it anew.
  expect(kept).toBe(`${await coverageDocument()}\n`)
})
