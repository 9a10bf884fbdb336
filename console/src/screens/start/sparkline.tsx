const WIDTH = 120
const HEIGHT = 28

/** The course of a figure over days; some have no value. Only a picture: the numbers stand beside it. */
export function Sparkline({ values }: { values: (number | null)[] }) {
  const known = values.flatMap((value, i) => (value === null ? [] : [{ value, i }]))
  // One point is no course.
  if (known.length < 2) return <span className="block h-7" />
  const numbers = known.map(({ value }) => value)
  const bottom = Math.min(...numbers, 0)
  const height = Math.max(...numbers, 0) - bottom || 1
  const step = WIDTH / Math.max(values.length - 1, 1)
  const points = known.map(({ value, i }) => ({
    x: i * step,
    y: HEIGHT - 1 - ((value - bottom) / height) * (HEIGHT - 2),
  }))
  const [first, last] = [points[0], points.at(-1)]
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      className="h-7 w-full text-accent"
    >
      <polygon
        points={`${first?.x},${HEIGHT} ${line} ${last?.x},${HEIGHT}`}
        className="fill-current opacity-10"
      />
      <polyline
        points={line}
        className="fill-none stroke-current"
        strokeWidth={1.5}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
