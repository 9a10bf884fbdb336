import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Whether the element is narrower than this. */
export function useIsNarrow(ref: RefObject<HTMLElement | null>, below: number): boolean {
  const [isNarrow, setNarrow] = useState(() => innerWidth < below)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setNarrow(entry.contentRect.width < below)
    })
    observer.observe(element)
    setNarrow(element.clientWidth < below)
    return () => observer.disconnect()
  }, [ref, below])
  return isNarrow
}

export function useMatchesMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
  )
}
