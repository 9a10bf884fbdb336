// A connection with bounded prepared statements: PostgreSQL keeps the plan of each in the memory of the connection.
import pg from 'pg'
import { LruCache } from '../core/lru-cache.ts'

/**
 * Of the prepared statements of one connection, in characters of their texts. PostgreSQL needs about 100 bytes for each
 * character in every connection (68 to 128 for lists of all kinds), so this is about 32 MB.
 */
const MAX_PREPARED_CHARACTERS = 320_000

export class BoundedClient extends pg.Client {
  readonly #statements = new LruCache<true>(MAX_PREPARED_CHARACTERS)

  // biome-ignore lint/suspicious/noExplicitAny: the driver has a dozen forms of this call; one names a statement
  override query(...args: any[]): any {
    const [query] = args
    if (typeof query?.name === 'string') this.#notePrepared(query.name, query.text)
    return this.#send(...args)
  }

  #send(...args: unknown[]): unknown {
    return (super.query as (...args: unknown[]) => unknown).apply(this, args)
  }

  /** Closes what was not used for longest, before the statement is prepared: the driver sends in this order. */
  #notePrepared(name: string, text: string): void {
    if (this.#statements.get(name)) return
    const { parsedStatements } = this.connection as unknown as StatementConnection
    // The driver notes what the server has. A statement that failed to parse is not there.
    for (const dropped of this.#statements.set(name, true, text.length))
      if (parsedStatements[dropped] !== undefined) this.#send(new CloseStatement(dropped))
  }
}

type StatementConnection = {
  /** As the driver notes them. */
  parsedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

/** By the protocol, not by `deallocate`: poolers follow it, and it cannot fail, which would end the transaction around it. */
class CloseStatement {
  readonly #name: string
  callback: (error?: Error) => void = () => {}

  constructor(name: string) {
    this.#name = name
  }

  submit(connection: StatementConnection): void {
    connection.close({ type: 'S', name: this.#name })
    connection.sync()
  }

  handleReadyForQuery({ parsedStatements }: StatementConnection): void {
    delete parsedStatements[this.#name]
    this.callback()
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}
