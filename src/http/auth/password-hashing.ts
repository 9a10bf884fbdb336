// Bounds the work of checking passwords, which anyone can cause.
import { type Admission, createAdmission } from '../limits/admission.ts'

/** Each check of a password takes 19 MiB and a tenth of a second of CPU. */
export const createPasswordHashing = (): Admission =>
  createAdmission({ maxRunning: 2, maxPerClient: 2, maxWaiting: 64, maxWaitMs: 10_000 })
