// Reports of mail servers about mails that we sent: delivery status (RFC 3464) and complaints (RFC 5965).

export type MailReport =
  /** The address does not exist; the mail will never arrive. */
  | { kind: 'bounced'; status: string }
  /** A full mailbox, or a server that did not answer for days. */
  | { kind: 'delayed'; status: string }
  /** The person called it spam. */
  | { kind: 'complaint' }

/** Enough for a report about a few recipients. */
const MAX_REPORT = 64 * 1024

type Part = { type: string; text: string }

/** Undefined when it reports nothing that matters: a success, or a delay that goes on. */
export function readReport(parts: Part[]): MailReport | undefined {
  const complaint = parts.find(({ type }) => type === 'message/feedback-report')
  if (complaint)
    return /^(abuse|fraud)$/i.test(findField(complaint.text, 'feedback-type') ?? '')
      ? { kind: 'complaint' }
      : undefined
  const status = parts.find(({ type }) => /^message\/(global-)?delivery-status$/.test(type))
  return status && readDeliveryStatus(status.text.slice(0, MAX_REPORT))
}

/** Groups of fields: one of the message, and one for each recipient. A mail of ours has one. */
function readDeliveryStatus(text: string): MailReport | undefined {
  const groups = text.replace(/\r\n?/g, '\n').split(/\n\s*\n/)
  for (const group of groups) {
    if (findField(group, 'action')?.toLowerCase() !== 'failed') continue
    const [status = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(findField(group, 'status') ?? '') ?? []
    return { kind: isPermanent(status, group) ? 'bounced' : 'delayed', status }
  }
  return undefined
}

/**
 * The address itself is wrong (5.1.x, 5.4.4: its domain has no server), or there is no mailbox any more (5.2.1). A full mailbox
 * (5.2.2), a policy or a filter (5.7.x) can be different tomorrow. Many servers say 5.0.0 and explain it in the text.
 */
function isPermanent(status: string, group: string): boolean {
  if (/^5\.1\.(0|1|2|3|6|10)$/.test(status) || status === '5.2.1' || status === '5.4.4') return true
  if (!/^5\.(0|5)\.\d/.test(status) && status !== '') return false
  return /user unknown|unknown user|no such (user|recipient|mailbox)|does(n't| not) exist|recipient (address )?rejected|mailbox (unavailable|not found)|\b5\.1\.1\b/i.test(
    findField(group, 'diagnostic-code') ?? '',
  )
}

/** Also of several lines. */
function findField(group: string, name: string): string | undefined {
  const lines = group.split(/\r?\n/)
  const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${name}:`))
  if (at === -1) return undefined
  let value = (lines[at] as string).slice(name.length + 1)
  for (let i = at + 1; /^[ \t]/.test(lines[i] ?? ''); i++)
    value += ` ${(lines[i] as string).trim()}`
  return value.trim()
}
