// What somebody wrote in a reply, without the mail that they answered, attributions and signatures.

/** Longer texts are cut before they are read: nobody types so much. */
const MAX_LINES = 5000
const MAX_LINE = 2000
const MAX_ATTRIBUTION_LINES = 4
const MAX_ATTRIBUTION = 400

const isQuoted = (line: string) => /^\s*>/.test(line)
const isBlank = (line: string) => line.trim() === ''

/** `On …, … wrote:` of mail programs, in English and German, also of several lines. */
const ATTRIBUTIONS = [
  /^On\s.{4,400}\swrote:$/,
  /^Am\s.{4,400}\sschrieb\b.{0,300}:$/,
  /^.{1,200}\s(wrote|schrieb)( am| on)?\s.{4,200}:$/,
  /^\S.{0,200}<[^<>\s]{3,200}>\s(wrote|schrieb):$/,
]

/** A person writes "Eva wrote:" too, but not with an address or a date. */
const HAS_ORIGIN = /\S@\S|\d{1,2}[:.]\d{2}|\d{4}/

/** In any language: a sender, or a day and a time. Only before a quote, because a person writes such lines too. */
const NAMES_SENDER = /<[^<>\s]+@[^<>\s]+>|\b\d{4}\b.*\b\d{1,2}[:.]\d{2}\b/

const SEPARATOR =
  /^-{2,}\s*(Original Message|Original-Nachricht|Ursprüngliche Nachricht|Forwarded message|Weitergeleitete Nachricht)\s*-{2,}$/i

/** Of Outlook: `From:` and, below it, at least two of the others. */
const FROM_LINE = /^\*?(From|Von):\*?\s/
const OTHER_HEADER = /^\*?(Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff):\*?(\s|$)/

const RULE = /^_{10,}$/

const isSignature = (line: string) => /^--\s?$/.test(line)

/** That telephones and programs add. */
const ADDED_LINES = [
  /^(Sent|Gesendet) (from|von) (my |meinem |Mail for |Mail für )?\S.{0,80}$/i,
  /^Von meinem .{1,60} gesendet\.?$/i,
  /^Diese Nachricht wurde von meinem .{1,100} gesendet\.?$/i,
  /^(Get Outlook for|Holen Sie sich Outlook für|Outlook für|Outlook for) .{1,80}$/i,
]

/** Where the attribution that starts in this line ends; undefined if none starts here. */
function endOfAttribution(lines: string[], start: number): number | undefined {
  let joined = ''
  for (let i = start; i < Math.min(start + MAX_ATTRIBUTION_LINES, lines.length); i++) {
    const line = lines[i] as string
    if (isBlank(line) || isQuoted(line)) return undefined
    joined = `${joined} ${line.trim()}`.trim()
    const isComplete = joined.endsWith(':') && HAS_ORIGIN.test(joined)
    if (!isComplete) continue
    if (ATTRIBUTIONS.some((form) => form.test(joined))) return i + 1
    if (joined.length > MAX_ATTRIBUTION || !startsParagraph(lines, start)) continue
    const next = lines.slice(i + 1, i + 3).find((one) => !isBlank(one)) ?? ''
    if (isQuoted(next) && NAMES_SENDER.test(joined)) return i + 1
  }
  return undefined
}

const startsParagraph = (lines: string[], at: number) =>
  at === 0 || isBlank(lines[at - 1] as string)

/** Where what Outlook copies below a reply starts. */
function isHeaderBlock(lines: string[], start: number): boolean {
  if (!FROM_LINE.test(lines[start] as string)) return false
  return lines.slice(start + 1, start + 8).filter((line) => OTHER_HEADER.test(line)).length >= 2
}

/** `markers` are the lines that our own mails start with, in each language. */
export function cutReply(text: string, markers: string[]): string {
  const spaceless = (line: string) => line.replace(/\s+/g, ' ')
  const hasMarker = (line: string) => markers.some((marker) => spaceless(line).includes(marker))
  let lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n', MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE).trimEnd())
  const end = lines.findIndex(
    (line, i) =>
      !isQuoted(line) &&
      (hasMarker(line) ||
        SEPARATOR.test(line.trim()) ||
        isHeaderBlock(lines, i) ||
        (RULE.test(line.trim()) &&
          lines.slice(i + 1, i + 4).some((_, k) => isHeaderBlock(lines, i + 1 + k)))),
  )
  if (end !== -1) lines = lines.slice(0, end)
  return tidy(withoutSignature(withoutQuotes(lines)))
}

/** An answer below or between quotes stays, without them. What follows an attribution and is not quoted is all of the other mail. */
function withoutQuotes(lines: string[]): string[] {
  const own: string[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string
    if (isQuoted(line)) continue
    const attributionEnd = endOfAttribution(lines, i)
    if (attributionEnd === undefined) {
      own.push(line)
      continue
    }
    const next = lines.slice(attributionEnd).find((one) => !isBlank(one))
    if (next !== undefined && !isQuoted(next)) break
    i = attributionEnd - 1
  }
  return own
}

function withoutSignature(lines: string[]): string[] {
  const at = lines.findIndex(isSignature)
  const kept = at === -1 ? [...lines] : lines.slice(0, at)
  for (;;) {
    while (kept.length > 0 && isBlank(kept.at(-1) as string)) kept.pop()
    const last = kept.at(-1)?.trim()
    if (last === undefined || !(RULE.test(last) || ADDED_LINES.some((form) => form.test(last))))
      return kept
    kept.pop()
  }
}

const tidy = (lines: string[]) =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '')
