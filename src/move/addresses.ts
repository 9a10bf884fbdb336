// People of a source that has no address of them.
import { createHash } from 'node:crypto'
import type { Manifest } from './form.ts'

export const NO_ADDRESS_HOST = 'no-address.invalid'

/** Never anybody's: the domain is reserved (RFC 2606). The same in every run. */
export const noAddress = ({ source, account }: Manifest, key: string): string =>
  `moved-${createHash('sha256').update(`${source}\n${account}\n${key}`).digest('hex').slice(0, 32)}@${NO_ADDRESS_HOST}`
