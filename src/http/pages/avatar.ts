// Avatars: a head and shoulders on a colour that depends on the id. Anyone can request them, so they contain nothing of the
// user, and an id without a user has one too.

export function avatar(id: number): string {
  // Steps of the golden angle keep neighbouring ids apart.
  const hue = Math.round(id * 137.508) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="80" height="80" role="img">
<rect width="80" height="80" fill="hsl(${hue} 45% 42%)"/>
<circle cx="40" cy="31" r="14" fill="#fff"/>
<path d="M12 80a28 28 0 0 1 56 0z" fill="#fff"/>
</svg>`
}
