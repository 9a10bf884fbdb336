// The sources that are read by an API: how each is looked at and read. A new one is one entry, and one in resources/moves.ts.
import type { Manifest } from '../form.ts'
import type { SourceClient } from './source-client.ts'
import { type Look, lookAtUservoice, type ReadOptions, readUservoice } from './uservoice.ts'

export type ApiSource = {
  look(client: SourceClient): Promise<Look>
  read(options: ReadOptions): Promise<Manifest>
}

export const API_SOURCES: Record<string, ApiSource> = {
  uservoice: { look: lookAtUservoice, read: readUservoice },
}
