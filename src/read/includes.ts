// Plans side-loading: which collections, in what order, and by which links each is reached from the ones before it.
import { findResource, selfIncludes } from '../resources/index.ts'
import type { Link, Resource } from '../resources/resource.ts'

export type IncludePath = { from: string; association: string; link: Link }
/** `names` are the names in `includes`; empty for a collection that only leads to another. */
export type Inclusion = { resource: Resource; paths: IncludePath[]; names: string[] }

export type Includes = {
  included: Inclusion[]
  /** Requested, but not reachable from this list. */
  empty: string[]
  /** Associations into the primary collection; their records are appended to its array. */
  self: string[]
}

export function planIncludes(primary: Resource, names: string[]): Includes {
  const self = names.filter((name) => name in primary.selfIncludes)
  const others = names.filter((name) => findResource(name) !== primary)
  const asked = others.flatMap((name) => findResource(name)?.name ?? [])
  const needed = new Set(asked.flatMap((name) => shortestPath(primary, name) ?? []))
  const ordered = sortByDependency(primary, needed)
  const found = ordered.map((resource, i) => ({
    resource,
    paths: pathsTo(resource, [primary, ...ordered.slice(0, i)]),
    names: others.filter((name) => findResource(name) === resource),
  }))
  const empty = others.filter(
    (name) => !selfIncludes.includes(name) && !needed.has(findResource(name)?.name ?? name),
  )
  return { included: found, empty, self: self.map((name) => primary.selfIncludes[name] as string) }
}

/** The collections from the primary one to the target; undefined when no link leads there. */
function shortestPath(primary: Resource, target: string): string[] | undefined {
  let frontier: { resource: Resource; path: string[] }[] = [{ resource: primary, path: [] }]
  const met = new Set([primary.name])
  while (frontier.length > 0) {
    const next: typeof frontier = []
    for (const { resource, path } of frontier) {
      for (const type of linkedTypes(resource)) {
        const reached = findResource(type)
        if (!reached || met.has(type)) continue
        met.add(type)
        if (type === target) return [...path, type]
        next.push({ resource: reached, path: [...path, type] })
      }
    }
    frontier = next
  }
  return undefined
}

// A collection comes after the collections that link to it, so it contains the records they need (users come last). In
// a cycle, the collection nearest to the primary one comes first.
function sortByDependency(primary: Resource, needed: Set<string>): Resource[] {
  const waiting = [...needed].map((name) => findResource(name) as Resource)
  const placed: Resource[] = [primary]
  while (waiting.length > 0) {
    const reachable = waiting.filter((resource) => pathsTo(resource, placed).length > 0)
    const free = reachable.find(({ name }) =>
      waiting.every((other) => other.name === name || !linkedTypes(other).includes(name)),
    )
    const next = free ?? (reachable[0] as Resource)
    waiting.splice(waiting.indexOf(next), 1)
    placed.push(next)
  }
  return placed.slice(1)
}

const pathsTo = (target: Resource, sources: Resource[]): IncludePath[] =>
  sources.flatMap((source) =>
    Object.entries(source.links ?? {})
      .filter(([, link]) => link.type === target.name)
      .map(([association, link]) => ({ from: source.name, association, link })),
  )

const linkedTypes = ({ links }: Resource) => Object.values(links ?? {}).map(({ type }) => type)
