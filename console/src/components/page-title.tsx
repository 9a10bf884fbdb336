import { useEffect } from 'react'

const NAME = 'Earshot'

/** Names the tab. A record beside its list leaves that to the list. */
export function PageTitle({ name }: { name: string }) {
  // The page has a title element already, and browsers show the first one.
  useEffect(() => {
    document.title = `${name} · ${NAME}`
    return () => {
      document.title = NAME
    }
  }, [name])
  return null
}
