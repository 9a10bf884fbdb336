// The style of a look: its colours, and the installation's own CSS.
import { contrast } from '../src/core/contrast.ts'
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
