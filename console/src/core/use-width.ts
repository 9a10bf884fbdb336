import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Whether the element is narrower than this. */
export function useIsNarrow(ref: RefObject<HTMLElement | null>, below: number): boolean {
  const [isNarrow, setNarrow] = useState(() => innerWidth < below)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setNarrow(element.clientWidth < below)
    return observeWidth(element, (width) => setNarrow(width < below))
  }, [ref, below])
  return isNarrow
}

/** The width of the element in whole pixels, 0 before it is known. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (ref.current) return observeWidth(ref.current, (now) => setWidth(Math.floor(now)))
  }, [ref])
  return width
}

function observeWidth(element: HTMLElement, onChange: (width: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    if (entry) onChange(entry.contentRect.width)
  })
  observer.observe(element)
  return () => observer.disconnect()
}
