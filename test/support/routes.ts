/** The routes in Fastify's printed tree. */
export function routesOf(tree: string): { method: string; path: string }[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] =
      /^([│ ]*)[├└]── (\S*)(?: \(([^)]*)\))?$/.exec(line.trimEnd()) ?? []
    if (part === '') return []
    const depth = indent.length / 4
    above.length = depth
    above[depth] = part
    return (methods?.split(', ') ?? []).map((method) => ({ method, path: above.join('') }))
  })
}
