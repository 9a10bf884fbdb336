// Proof of work: find a number that, hashed with a seed, begins with enough zero bits. Without imports, so that browsers run
// the same code. WebCrypto is slower for short texts, and is missing on pages without TLS.

const K = new Uint32Array(64)
const START = new Uint32Array(8)

/** The first 32 bits of the fraction. */
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) >>> 0

for (let candidate = 2, found = 0; found < 64; candidate++) {
  let isPrime = true
  for (let factor = 2; factor * factor <= candidate; factor++)
    if (candidate % factor === 0) isPrime = false
  if (!isPrime) continue
  if (found < 8) START[found] = fraction(candidate ** (1 / 2))
  K[found++] = fraction(candidate ** (1 / 3))
}

const BLOCK_WORDS = 16
const MAX_BYTES = 55
const schedule = new Uint32Array(64)

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** The first word of the SHA-256 hash of ASCII text that fits into one block. */
function hashFirstWords(text: string): [number, number] {
  if (text.length > MAX_BYTES) throw new RangeError(`At most ${MAX_BYTES} characters.`)
  const w = schedule
  w.fill(0, 0, BLOCK_WORDS)
  for (let i = 0; i < text.length; i++)
    w[i >> 2] = (w[i >> 2] as number) | (text.charCodeAt(i) << (24 - 8 * (i & 3)))
  w[text.length >> 2] = (w[text.length >> 2] as number) | (0x80 << (24 - 8 * (text.length & 3)))
  w[BLOCK_WORDS - 1] = 8 * text.length
  for (let i = BLOCK_WORDS; i < 64; i++) {
    const a = w[i - 15] as number
    const b = w[i - 2] as number
    const small = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
    const large = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
    w[i] = (w[i - 16] as number) + small + (w[i - 7] as number) + large
  }
  let [a, b, c, d, e, f, g, h] = START as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g)
    const large = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const one = (h + large + choice + (K[i] as number) + (w[i] as number)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return [(a + (START[0] as number)) >>> 0, (b + (START[1] as number)) >>> 0]
}

/** How many zero bits the SHA-256 hash of the text begins with, up to 64. */
export function countLeadingZeroBits(text: string): number {
  const [first, second] = hashFirstWords(text)
  return first === 0 ? 32 + Math.clz32(second) : Math.clz32(first)
}

export type Challenge = { seed: string; bits: number }

const workOn = (seed: string, answer: number) => countLeadingZeroBits(`${seed}:${answer}`)

export const isSolved = ({ seed, bits }: Challenge, answer: number): boolean =>
  Number.isSafeInteger(answer) && answer >= 0 && workOn(seed, answer) >= bits

/**
 * Tries `count` numbers from `start` on; undefined when none is right. A browser calls it in slices, so that the page stays
 * responsive.
 */
export function solveChallenge(
  { seed, bits }: Challenge,
  start = 0,
  count = Number.MAX_SAFE_INTEGER,
): number | undefined {
  for (let answer = start; answer < start + count; answer++)
    if (workOn(seed, answer) >= bits) return answer
  return undefined
}
