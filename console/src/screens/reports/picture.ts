// A plot as a PNG for slides: with its title, its range and its legend, in the colours of the current theme.
import type { Palette } from './draw-plot.ts'
import { seriesOf } from './plot-view.tsx'
import type { PlotSpec, Series } from './view.ts'

const WIDTH = 960
/** A slide is 16:9. */
const HEIGHT = 540
const MARGIN = 32
/** Sharp on a projector. */
const SCALE = 2
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

export type Picture = { title: string; subtitle: string; spec: PlotSpec }

/** What the tokens are on this page now. */
function currentColors(): { palette: (name: string) => string; remove: () => void } {
  const probe = document.body.appendChild(document.createElement('span'))
  return {
    palette(name) {
      probe.style.color = `var(--${name})`
      return getComputedStyle(probe).color
    },
    remove: () => probe.remove(),
  }
}

export async function renderPicture({ title, subtitle, spec }: Picture): Promise<Blob> {
  const colors = currentColors()
  try {
    const { drawPlot } = await import('./draw-plot.ts')
    const palette = colors.palette as Palette
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    const rows = legendRows(context, seriesOf(spec))
    const top = MARGIN + 56 + rows.length * 24
    const room = { width: WIDTH - 2 * MARGIN, height: HEIGHT - top - MARGIN }
    const draw = (width: number) => loadImage(drawPlot(spec, { width, palette, isSmall: false }))
    const first = await draw(room.width)
    // A long ranking is drawn wider and made smaller as a whole, so that it fills the slide.
    const fit = Math.max(1, first.height / room.height)
    const image = fit === 1 ? first : await draw(room.width * fit)
    canvas.width = WIDTH * SCALE
    canvas.height = HEIGHT * SCALE
    context.scale(SCALE, SCALE)
    context.fillStyle = colors.palette('surface')
    context.fillRect(0, 0, WIDTH, canvas.height)
    context.textBaseline = 'top'
    context.fillStyle = colors.palette('text')
    context.font = `600 22px ${FONT}`
    context.fillText(title, MARGIN, MARGIN - 6, WIDTH - 2 * MARGIN)
    context.fillStyle = colors.palette('text-muted')
    context.font = `14px ${FONT}`
    context.fillText(subtitle, MARGIN, MARGIN + 24, WIDTH - 2 * MARGIN)
    drawLegend(context, rows, colors.palette)
    const scale = Math.min(room.width / image.width, room.height / image.height)
    context.drawImage(image, MARGIN, top, image.width * scale, image.height * scale)
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('No picture.'))),
        'image/png',
      ),
    )
  } finally {
    colors.remove()
  }
}

async function loadImage(plot: Element): Promise<HTMLImageElement> {
  const svg = plot.tagName.toLowerCase() === 'svg' ? plot : (plot.querySelector('svg') as Element)
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const text = new XMLSerializer().serializeToString(svg)
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  try {
    const image = new Image(Number(svg.getAttribute('width')), Number(svg.getAttribute('height')))
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

type Entry = Series & { x: number }
const LEGEND_FONT = `13px ${FONT}`

function legendRows(context: CanvasRenderingContext2D, series: Series[]): Entry[][] {
  if (series.length < 2) return []
  context.font = LEGEND_FONT
  const rows: Entry[][] = [[]]
  let x = MARGIN
  for (const one of series) {
    const width = 20 + context.measureText(one.label).width + 20
    if (x + width > WIDTH - MARGIN && x > MARGIN) {
      rows.push([])
      x = MARGIN
    }
    rows.at(-1)?.push({ ...one, x })
    x += width
  }
  return rows
}

function drawLegend(
  context: CanvasRenderingContext2D,
  rows: Entry[][],
  palette: (name: string) => string,
): void {
  context.font = LEGEND_FONT
  for (const [i, row] of rows.entries())
    for (const { label, color, isDashed, x } of row) {
      const y = MARGIN + 56 + i * 24
      context.fillStyle = palette(color)
      if (isDashed) for (const dx of [0, 8]) context.fillRect(x + dx, y + 5, 5, 2)
      else context.fillRect(x, y + 1, 14, 10)
      context.fillStyle = palette('text-muted')
      context.fillText(label, x + 20, y, WIDTH - MARGIN - x - 20)
    }
}
