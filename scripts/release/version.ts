// The files that name the version, with a new one.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MANIFESTS = ['package.json', 'package-lock.json', 'client/package.json']

/** Text by path, of the files that change. */
export function changedFiles(root: string, version: string, now: Date): Map<string, string> {
  const date = now.toISOString().slice(0, 10)
  const deployment = [
    'Dockerfile',
    'compose.yaml',
    ...globSync('deploy/**/*.{yaml,yml}', { cwd: root }),
  ]
  const changes = [
    ...MANIFESTS.map((path) => [path, (text: string) => setManifest(text, version)] as const),
    ...deployment.map((path) => [path, (text: string) => setImage(text, version)] as const),
    ['CHANGELOG.md', (text: string) => dateChangelog(text, version, date)] as const,
  ]
  return new Map(
    changes.flatMap(([path, change]) => {
      const text = readFileSync(join(root, path), 'utf8')
      const changed = change(text)
      return changed === text ? [] : [[path, changed]]
    }),
  )
}

/** A manifest has its version once, the lockfile once more for the root package. */
function setManifest(text: string, version: string): string {
  const manifest = JSON.parse(text)
  manifest.version = version
  if (manifest.packages) manifest.packages[''].version = version
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const setImage = (text: string, version: string): string =>
  text.replace(
    /(\bearshot:|\bnewTag: "?|\bappVersion: "?|^version: )\d+\.\d+\.\d+(-[a-z]+\.\d+)?\b/gm,
    `$1${version}`,
  )

const HEADING = /^## (?:Unreleased|(?<version>\S+) \(unreleased\))$/im

function dateChangelog(text: string, version: string, date: string): string {
  const heading = HEADING.exec(text)
  if (!heading || text.search(/^## /m) !== heading.index)
    throw new Error('CHANGELOG.md: the first section must be "## VERSION (unreleased)".')
  const named = heading.groups?.version
  if (named && named !== version)
    throw new Error(`CHANGELOG.md: the first section is for ${named}, not for ${version}.`)
  return text.replace(HEADING, `## ${version} (${date})`)
}

/** The changelog's section of the version. */
export function findNotes(files: Map<string, string>, version: string): string {
  const [, ...sections] = (files.get('CHANGELOG.md') ?? '').split(/^## /m)
  const [heading = '', ...lines] = sections[0]?.split('\n') ?? []
  const notes = lines.join('\n').trim()
  if (heading.startsWith(`${version} (`) && notes) return `${notes}\n`
  throw new Error(`CHANGELOG.md: the section of ${version} is empty.`)
}
