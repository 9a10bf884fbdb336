/** How long a service waits for a database that does not answer, in milliseconds. */
export type DatabaseTimeouts = {
  /** For a connection on which a request runs or notifications arrive. */
  connect: number
  /** For the connection and for the response of a short statement. */
  quick: number
  /** For the response to a probe, after which a new connection is tried. */
  probe: number
  /** For the connection and the first response of a new probe. */
  probeConnect: number
}

// Clients wait at most two seconds for a lost database. A probe runs every 250 ms, so all three together find it in that time.
export const DATABASE_TIMEOUTS: DatabaseTimeouts = {
  connect: 2000,
  quick: 1000,
  probe: 500,
  probeConnect: 800,
}
