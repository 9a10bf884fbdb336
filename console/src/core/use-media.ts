import { useSyncExternalStore } from 'react'

/** Whether the window matches a media query, also after it is resized. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
  )
}
