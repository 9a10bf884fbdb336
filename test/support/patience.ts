// A busy machine can stop the database for ten seconds. Tests of these limits set them, or start the service themselves.
import type { DatabaseTimeouts } from '../../src/db/timeouts.ts'

const PATIENT_MS = 60_000

export const PATIENT: DatabaseTimeouts = {
  connect: PATIENT_MS,
  quick: PATIENT_MS,
  probe: PATIENT_MS,
  probeConnect: PATIENT_MS,
}

/** Options of a service that waits for its database. */
export const PATIENTLY = { databaseTimeouts: PATIENT, capacity: { maxWaitMs: PATIENT_MS } }
