// What every contribution of the portal passes: the limits of the hour.
import { clientNetwork } from '../../core/networks.ts'
import type { CountedContribution } from '../limits/contribution-limit.ts'
import type { EndUserCall } from './declaration.ts'

/** Throws 429 over the limit. Staff have none. */
export async function countContribution(
  { context, caller, request }: EndUserCall,
  kind: CountedContribution['kind'],
): Promise<void> {
  if (caller?.isStaff) return
  const network = clientNetwork(request.ip)
  await context.limits.countContribution({ kind, userId: caller?.userId ?? null, network })
}
