// The process that draws one picture: what it shows as its argument, a PNG on standard output. The texts are strangers', so whatever they
// do to the libraries that shape them happens to this process only.
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { PICTURE_SIZE, type Picture } from './picture.ts'
import { cut, drawable, FONTS, isRightToLeft } from './text.ts'

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE
const MARGIN = 80
const INNER = WIDTH - 2 * MARGIN
const INK = '#1a1d23'
const SOFT = '#59606c'
const LINE = '#dfe2e7'

type Weight = 400 | 600
type Layer = { data: Buffer; width: number; height: number }
type Style = { size: number; weight: Weight; color: string; width?: number }

const WEIGHT_NAMES: Record<Weight, string> = { 400: '', 600: 'Semi-Bold ' }

sharp.concurrency(1)
sharp.cache(false)

const require = createRequire(import.meta.url)

const WEIGHTS = ['400Regular', '600SemiBold']

/** The library learns of one font at a time. */
async function loadFonts(text: string): Promise<void> {
  for (const { font, file, letters } of FONTS.filter(({ letters }) => letters.test(text)))
    for (const weight of WEIGHTS) {
      const path = `@expo-google-fonts/${font}/${weight}/${file}_${weight}.ttf`
      const [letter = 'x'] = letters.exec(text) ?? []
      await sharp({ text: { text: escapeMarkup(letter), fontfile: require.resolve(path) } })
        .raw()
        .toBuffer()
    }
}

const escapeMarkup = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

async function write(text: string, { size, weight, color, width = INNER }: Style): Promise<Layer> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
      font: `Inter, Noto Sans Arabic, Noto Sans Hebrew ${WEIGHT_NAMES[weight]}${size}`,
      width,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const TITLE_SIZES = [72, 60, 48]
const MAX_TITLE_HEIGHT = 225
const MAX_TITLE_CHARACTERS = 140
/** Of letters that are so wide that fewer fit. */
const MAX_WIDE_CHARACTERS = 50
const MAX_LINE_CHARACTERS = 48

/** The largest size in which the title fits. */
async function writeTitle(text: string): Promise<Layer> {
  const title = cut(text, MAX_TITLE_CHARACTERS)
  const attempts = [
    ...TITLE_SIZES.map((size) => ({ size, text: title })),
    { size: TITLE_SIZES.at(-1) as number, text: cut(text, MAX_WIDE_CHARACTERS) },
  ]
  let layer: Layer | undefined
  for (const { size, text } of attempts) {
    layer = await write(text, { size, weight: 600, color: INK })
    if (layer.height <= MAX_TITLE_HEIGHT) return layer
  }
  const { data, width } = layer as Layer
  const top = { left: 0, top: 0, width, height: MAX_TITLE_HEIGHT }
  return { data: await sharp(data).extract(top).png().toBuffer(), width, height: MAX_TITLE_HEIGHT }
}

type Placed = { layer: Layer; left: number; top: number }

async function draw({ site, title, context, votes, fact, accent }: Picture): Promise<Buffer> {
  const texts = { site: drawable(site), title: drawable(title), context: drawable(context) }
  const pills = [
    { text: drawable(votes ?? ''), isVotes: true },
    { text: drawable(fact ?? ''), isVotes: false },
  ]
  await loadFonts([...Object.values(texts), ...pills.map(({ text }) => text)].join(' '))
  const placed: Placed[] = []
  const shapes = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<rect width="${WIDTH}" height="14" fill="${accent}"/>`,
  ]
  // A title that cannot be drawn: what can be is its context, or the name of the installation.
  const main = texts.title ?? texts.context ?? texts.site
  const isRtl = main !== undefined && isRightToLeft(main)
  const put = (layer: Layer, top: number, start = 0) => {
    const left = isRtl ? WIDTH - MARGIN - start - layer.width : MARGIN + start
    placed.push({ layer, left: Math.round(left), top: Math.round(top) })
    return layer
  }
  // The sign of the installation and its name, in the middle of a line.
  const iconLeft = isRtl ? WIDTH - MARGIN - 56 : MARGIN
  shapes.push(
    `<g transform="translate(${iconLeft} 74) scale(1.75)"><rect width="32" height="32" rx="8" fill="${accent}"/><g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"><path d="M9 22V10M15 25V7M21 21v-10M26 18v-4"/></g></g>`,
  )
  if (texts.site !== undefined && texts.site !== main) {
    const name = await write(cut(texts.site, MAX_LINE_CHARACTERS), {
      size: 34,
      weight: 600,
      color: INK,
      width: INNER - 80,
    })
    put(name, 102 - name.height / 2, 76)
  }
  let top = 190
  if (texts.context !== undefined && texts.context !== main) {
    const line = cut(texts.context, MAX_LINE_CHARACTERS)
    put(await write(line, { size: 32, weight: 400, color: SOFT }), top)
    top += 58
  }
  if (main !== undefined) put(await writeTitle(main), top)
  let start = 0
  for (const { text, isVotes } of pills) {
    if (text === undefined) continue
    const layer = await write(cut(text, 24), {
      size: 30,
      weight: 600,
      color: INK,
      width: INNER / 2 - 80,
    })
    const sign = isVotes ? 40 : 0
    const width = layer.width + 56 + sign
    const left = isRtl ? WIDTH - MARGIN - start - width : MARGIN + start
    shapes.push(
      `<rect x="${left}" y="510" width="${width}" height="68" rx="14" fill="#ffffff" stroke="${isVotes ? accent : LINE}" stroke-width="3"/>`,
    )
    if (sign > 0) {
      const x = isRtl ? left + width - 28 - 22 : left + 28
      shapes.push(
        `<path d="M${x} 553l11-18 11 18z" fill="${accent}" stroke="${accent}" stroke-width="3" stroke-linejoin="round"/>`,
      )
    }
    put(layer, 544 - layer.height / 2, start + 28 + sign)
    start += width + 20
  }
  const base = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes.join('')}</svg>`
  return sharp(Buffer.from(base))
    .composite(placed.map(({ layer, left, top }) => ({ input: layer.data, left, top })))
    .flatten({ background: '#ffffff' })
    .png({ palette: true, colours: 64, effort: 4 })
    .toBuffer()
}

process.stdout.write(await draw(JSON.parse(process.argv[2] ?? '{}')))
