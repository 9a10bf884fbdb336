import type { ReactNode } from 'react'

/** A link in a text of somebody. */
export const SafeLink = ({ href, children }: { href: string; children?: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer nofollow ugc"
    className="text-accent underline underline-offset-2"
  >
    {children}
  </a>
)
