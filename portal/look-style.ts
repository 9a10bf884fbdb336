// The style of a look: its colours, and the installation's own CSS.
import type { Look } from './look.ts'

const LIGHT_INK = '#ffffff'
const DARK_INK = '#0d1830'

export function lookStyle({ accent: { light, dark }, css }: Look): string {
  const ink = `light-dark(${inkOn(light)}, ${inkOn(dark)})`
  return `:root { --es-accent: light-dark(${light}, ${dark}); --es-accent-ink: ${ink} }\n${css}`
}

/** The text colour that can be read better on this colour. */
const inkOn = (color: string): string =>
  contrast(color, LIGHT_INK) >= contrast(color, DARK_INK) ? LIGHT_INK : DARK_INK

/** From 1 to 21, as WCAG defines it. Colours are #rrggbb. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
