// Parses a large JSON body in slices: every member of the body, and every item of a list in it, is parsed on its own.
import { ApiError } from '../../core/api-error.ts'
import { Slices } from '../../core/slices.ts'

const MAX_VALUES = 500_000
/** Of one part, which is parsed at once. */
const MAX_VALUES_OF_PART = 50_000
/** How far the scanner looks before others can have a turn. */
const SCANNED_CHARACTERS = 131_072

export const parseLargeJson = (text: string): Promise<unknown> => new LargeJson(text).parse()

const code = (character: string) => character.charCodeAt(0)
const QUOTE = code('"')
const BACKSLASH = code('\\')
const COMMA = code(',')
const [OPEN_OBJECT, CLOSE_OBJECT] = [code('{'), code('}')]
const [OPEN_LIST, CLOSE_LIST] = [code('['), code(']')]

class LargeJson {
  readonly #text: string
  readonly #slices = new Slices()
  #position = 0
  #values = 0

  constructor(text: string) {
    this.#text = text
  }

  async parse(): Promise<unknown> {
    this.#skipSpace()
    const body =
      this.#current() === '{'
        ? Object.fromEntries(await this.#parseSequence('}', () => this.#parseMember()))
        : await this.#parsePart()
    this.#skipSpace()
    if (this.#position < this.#text.length) throw this.#unexpected()
    return body
  }

  async #parseSequence<T>(end: string, parseOne: () => Promise<T>): Promise<T[]> {
    const items: T[] = []
    this.#position += 1
    this.#skipSpace()
    if (this.#current() === end) {
      this.#position += 1
      return items
    }
    for (;;) {
      items.push(await parseOne())
      this.#count(1)
      if (this.#slices.isOver()) await this.#slices.rest()
      this.#skipSpace()
      const separator = this.#current()
      if (separator !== ',' && separator !== end) throw this.#unexpected()
      this.#position += 1
      if (separator === end) return items
      this.#skipSpace()
    }
  }

  async #parseMember(): Promise<[string, unknown]> {
    if (this.#current() !== '"') throw this.#unexpected()
    const name = (await this.#parsePart()) as string
    this.#skipSpace()
    if (this.#current() !== ':') throw this.#unexpected()
    this.#position += 1
    this.#skipSpace()
    const value =
      this.#current() === '['
        ? await this.#parseSequence(']', () => this.#parsePart())
        : await this.#parsePart()
    return [name, value]
  }

  async #parsePart(): Promise<unknown> {
    const start = this.#position
    const scan = { depth: 0, isText: false, values: 0 }
    while (!this.#scan(scan)) if (this.#slices.isOver()) await this.#slices.rest()
    this.#count(scan.values)
    const part = this.#text.slice(start, this.#position)
    try {
      return JSON.parse(part)
    } catch (cause) {
      throw invalidJson((cause as Error).message)
    }
  }

  /** Moves towards the end of a value, and returns whether it is reached. */
  #scan(scan: { depth: number; isText: boolean; values: number }): boolean {
    const text = this.#text
    const stop = Math.min(text.length, this.#position + SCANNED_CHARACTERS)
    let i = this.#position
    let isEnd = false
    for (; i < stop && !isEnd; i += 1) {
      const character = text.charCodeAt(i)
      if (scan.isText) {
        if (character === BACKSLASH) i += 1
        else if (character === QUOTE) {
          scan.isText = false
          isEnd = scan.depth === 0
        }
      } else if (character === QUOTE) scan.isText = true
      else if (character === OPEN_OBJECT || character === OPEN_LIST) {
        scan.depth += 1
        scan.values += 1
      } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) {
        // The end of a scalar is the end of what contains it.
        if (scan.depth === 0) break
        scan.depth -= 1
        isEnd = scan.depth === 0
      } else if (character === COMMA) {
        if (scan.depth === 0) break
        scan.values += 1
      } else if (scan.depth === 0 && isSpace(character)) break
    }
    if (scan.values > MAX_VALUES_OF_PART)
      throw new ApiError(
        'malformed',
        `Request body: too many values in one item. Maximum: ${MAX_VALUES_OF_PART}.`,
      )
    const isScalarEnd = i < stop && !isEnd
    this.#position = Math.min(i, text.length)
    return isEnd || isScalarEnd || this.#position === text.length
  }

  #count(values: number): void {
    this.#values += values
    if (this.#values > MAX_VALUES)
      throw new ApiError('malformed', `Request body: too many values. Maximum: ${MAX_VALUES}.`)
  }

  #current(): string {
    return this.#text.charAt(this.#position)
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#position))) this.#position += 1
  }

  #unexpected(): ApiError {
    const character = this.#current()
    return invalidJson(
      character === ''
        ? 'Unexpected end of JSON input'
        : `Unexpected ${JSON.stringify(character)} at position ${this.#position}`,
    )
  }
}

const isSpace = (character: number) =>
  character === 0x20 || character === 0x0a || character === 0x0d || character === 0x09

export const invalidJson = (message: string) =>
  new ApiError('malformed', `Request body: invalid JSON. ${message}.`)
