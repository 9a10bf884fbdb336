// Avatars: the initials of a user on a colour that depends on the id.
import { escapeHtml } from './html.ts'

export function avatar(id: number, name: string): string {
  // Steps of the golden angle keep neighbouring ids apart.
  const hue = Math.round(id * 137.508) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="80" height="80" role="img">
<rect width="80" height="80" fill="hsl(${hue} 45% 42%)"/>
<text x="40" y="41" fill="#fff" font-family="system-ui, sans-serif" font-size="30" text-anchor="middle" dominant-baseline="central">${escapeHtml(initials(name))}</text>
</svg>`
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word as string)][0]?.toLocaleUpperCase()).join('') || '?'
}
