// Checks documents against the schemas of Kubernetes and of the Prometheus operator.

// biome-ignore lint/suspicious/noExplicitAny: documents of every kind
type Document = any
type Model = { prototype: { validate(): void } }

const OPERATOR = 'monitoring.coreos.com/v1'

/** What is wrong with the document: values that the schema refuses, and members that it does not know. */
export async function findSchemaProblems(document: Document): Promise<string[]> {
  const { apiVersion, kind } = document
  const models: Record<string, Model> = await import(
    apiVersion === OPERATOR
      ? `@kubernetes-models/prometheus-operator/${apiVersion}`
      : `kubernetes-models/${apiVersion}`
  )
  const model = models[kind]
  if (model === undefined) return [`unknown kind ${apiVersion} ${kind}`]
  const read = new Set<string>()
  try {
    model.prototype.validate.call(recordReads(document, '', read))
  } catch (error) {
    return [(error as Error).message]
  }
  // The schemas allow other members. Those that the compiled check did not even look at are unknown to it.
  return listMembers(document, '').filter((path) => {
    const parent = path.slice(0, path.lastIndexOf('/'))
    return !read.has(path) && (parent === '' || hasReadMembers(read, parent))
  })
}

/** A schema without members, such as that of any object, reads none. */
const hasReadMembers = (read: Set<string>, parent: string) =>
  [...read].some((path) => path.startsWith(`${parent}/`))

function recordReads(value: Document, path: string, read: Set<string>): Document {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name) {
      if (typeof name !== 'string') return target[name]
      const at = `${path}/${name}`
      read.add(at)
      return recordReads(target[name], at, read)
    },
  })
}

const listMembers = (value: Document, path: string): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.keys(value).flatMap((name) => [
        `${path}/${name}`,
        ...listMembers(value[name], `${path}/${name}`),
      ])
