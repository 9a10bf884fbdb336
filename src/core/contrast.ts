// The contrast of colours, as WCAG 2 defines it, and the accent of the portal measured by it.

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channelsOf = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** From 1 to 21, of two colours as #rrggbb. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

export type AccentTheme = 'light' | 'dark'

/** What WCAG asks of text. */
export const MIN_CONTRAST = 4.5

/** The accent is the colour of links on the surfaces of the theme, and the surface of buttons with a text in `ink`. */
const BESIDE_ACCENT: Record<AccentTheme, { surfaces: string[]; ink: string; towards: number }> = {
  light: { surfaces: ['#ffffff', '#f6f7f9'], ink: '#ffffff', towards: 0 },
  dark: { surfaces: ['#16181d', '#111317'], ink: '#0d1830', towards: 255 },
}

/** The least contrast that the accent has with what it meets. */
export function accentContrast(color: string, theme: AccentTheme): number {
  const { surfaces, ink } = BESIDE_ACCENT[theme]
  return Math.min(...[...surfaces, ink].map((other) => contrast(color, other)))
}

/** The colour itself if its contrast is enough, else the first one on the way to black or white whose is. */
export function readableAccent(color: string, theme: AccentTheme): string {
  const { towards } = BESIDE_ACCENT[theme]
  const channels = channelsOf(color)
  for (let step = 0; ; step++) {
    const mixed = channels.map((channel) =>
      Math.round(channel + ((towards - channel) * step) / 100),
    )
    const hex = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    if (accentContrast(hex, theme) >= MIN_CONTRAST) return hex
  }
}

export const DEFAULT_ACCENT = '#1f5fd6'
const DEFAULT_DARK_ACCENT = '#7aa7ff'

/** Of an accent that has no other one for the dark. */
export const darkAccent = (accent: string): string =>
  accent === DEFAULT_ACCENT ? DEFAULT_DARK_ACCENT : readableAccent(accent, 'dark')
