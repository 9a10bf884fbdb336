import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const MANIFEST = join(import.meta.dirname, '..', '..', 'package.json')

export const VERSION: string = JSON.parse(readFileSync(MANIFEST, 'utf8')).version

export const compareVersions = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
