// A right-to-left language for development: English with accents, a third longer, written from right to left. It shows texts that are
// not in the catalogue, labels without room, and layouts that assume a direction.
import english, { laterMessages as laterEnglish } from '../../locales/en/index.ts'

const ACCENTED: Record<string, string> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, i) => [
    letter,
    [...'áḃçđéƒğĥíĵķłṁñóþɋřšŧúṽŵẋýžÁḂÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŘŠŦÚṼŴẊÝŽ'][i] as string,
  ]),
)
const FILLER = 'óñé ŧŵó ŧĥřéé ƒóúř ƒíṽé šíẋ šéṽéñ éíğĥŧ '
/** The mark makes the text right-to-left where `dir` is auto; the override shows its letters in that order. */
const RIGHT_TO_LEFT = '\u200f\u202e'
const POP_OVERRIDE = '\u202c'

/** A compiled message: texts, and placeholders with their forms. */
type Token = string | [name: string, type?: string, forms?: Record<string, unknown>]
type Message = string | Token[]

function pseudo(text: string): string {
  if (!/[A-Za-z]/.test(text)) return text
  const accented = text.replace(/[A-Za-z]/g, (letter) => ACCENTED[letter] as string)
  const length = Math.ceil(text.length * 0.35)
  const filler = ` ${FILLER.repeat(Math.ceil(length / FILLER.length)).slice(0, length)}`.trimEnd()
  // The space at an edge separates it from a placeholder.
  const [, before = '', body = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(accented) ?? []
  return `${before}${RIGHT_TO_LEFT}${body}${filler}${POP_OVERRIDE}${after}`
}

const convert = (message: Message): Message =>
  typeof message === 'string' ? pseudo(message) : message.map(convertToken)

function convertToken(token: Token): Token {
  if (typeof token === 'string') return pseudo(token)
  const [name, type, forms] = token
  if (!forms || typeof forms !== 'object') return token
  const converted = Object.entries(forms).map(([form, message]) => [
    form,
    form === 'offset' ? message : convert(message as Message),
  ])
  return [name, type as string, Object.fromEntries(converted)]
}

const convertAll = (messages: object): Record<string, Message> =>
  Object.fromEntries(
    Object.entries(messages as Record<string, Message>).map(([id, message]) => [
      id,
      convert(message),
    ]),
  )

/** What is loaded with the screens of the area. */
export const laterMessages = Object.fromEntries(
  Object.entries(laterEnglish).map(([area, load]) => [
    area,
    async () => ({ default: convertAll((await load()).default) }),
  ]),
) as Record<keyof typeof laterEnglish, () => Promise<{ default: Record<string, Message> }>>

export default convertAll(english)
