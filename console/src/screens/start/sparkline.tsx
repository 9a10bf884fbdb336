const WIDTH = 120
const HEIGHT = 28

/** The course of a figure. Only a picture: the numbers stand beside it. */
export function Sparkline({ values }: { values: number[] }) {
  const top = Math.max(...values, 1)
  const step = WIDTH / Math.max(values.length - 1, 1)
  const points = values.map((value, i) => [
    i * step,
    HEIGHT - 1 - (Math.max(value, 0) / top) * (HEIGHT - 2),
  ])
  const line = points.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      className="h-7 w-full text-accent"
    >
      <polygon
        points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`}
        className="fill-current opacity-10"
      />
      <polyline
        points={line}
        className="fill-none stroke-current"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
