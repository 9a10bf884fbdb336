// What the DNS says about mails, in lines for people.
import type { DnsFinding } from '../core/mail-dns.ts'

export const describeFinding = ({ check, state, message, record }: DnsFinding): string =>
  [
    `${check.toUpperCase().padEnd(6)} ${state.padEnd(8)} ${message}`,
    record && `${' '.repeat(16)}${record.zone_line}`,
  ]
    .filter(Boolean)
    .join('\n')
