// The licences of what an installation consists of: the packages that the service needs, and those built into the console.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Licence = { name: string; version: string; license: string }

type Locked = {
  version?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const FOLDER = 'node_modules/'

export function listLicences(root: string): Licence[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = lock.packages as Record<string, Locked>
  const own = packages[''] ?? {}
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    const path = resolvePackage(packages, name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] as Locked
    const needed = { ...peerDependencies, ...optionalDependencies, ...dependencies }
    for (const one of Object.keys(needed)) visit(one, path)
  }
  const roots = { ...own.dependencies, ...own.optionalDependencies }
  for (const name of [...Object.keys(roots), ...importsOf(join(root, 'console/src'))])
    visit(name, '')
  const all = [...found].map((path) => {
    const { version = '', license = 'UNKNOWN' } = packages[path] as Locked
    return { name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length), version, license }
  })
  const unique = new Map(all.map((one) => [`${one.name} ${one.version}`, one]))
  return [...unique.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** As Node.js looks it up: beside the package that needs it, then further up. */
function resolvePackage(
  packages: Record<string, Locked>,
  name: string,
  from: string,
): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(FOLDER) - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

/** The packages that sources import by name. */
function importsOf(folder: string): string[] {
  const names = globSync('**/*.{ts,tsx}', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/from '((?:@[\w.-]+\/)?[\w.-]+)/g)].map(
      ([, name = '']) => name,
    ),
  )
  return [...new Set(names)].filter((name) => !name.startsWith('.'))
}
