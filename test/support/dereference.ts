// Follows the references of an OpenAPI document.

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any

/** What a reference leads to, or the value itself. References inside of it remain. */
export const resolveIn =
  (document: Json) =>
  (value: Json): Json =>
    typeof value?.$ref === 'string'
      ? value.$ref
          .slice('#/'.length)
          .split('/')
          .reduce((place: Json, name: string) => place[name], document)
      : value

/** The document without references. Parts that were shared are the same object. */
export function dereference(document: Json): Json {
  const resolve = resolveIn(document)
  const known = new Map<Json, Json>()
  const visit = (value: Json): Json => {
    if (typeof value !== 'object' || value === null) return value
    const target = resolve(value)
    if (!known.has(target))
      known.set(
        target,
        Array.isArray(target)
          ? target.map(visit)
          : Object.fromEntries(Object.entries(target).map(([name, one]) => [name, visit(one)])),
      )
    return known.get(target)
  }
  return visit(document)
}
