// Accept and Accept-Encoding: what a client can read, by weight.

/** Each name in lower case with its weight, 1 where the client gives none. */
export const weightsOf = (header: string): Map<string, number> =>
  new Map(
    header.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
