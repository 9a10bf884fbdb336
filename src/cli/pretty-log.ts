// The log for a terminal: one short line for each request, and every other line readable.
import { styleText } from 'node:util'
import type { DestinationStream } from 'pino'

type Style = Parameters<typeof styleText>[0]
type Paint = (style: Style, text: string) => string

type LogLine = { level: number; time: number; msg?: string; err?: LoggedError } & Record<
  string,
  unknown
>
type LoggedError = {
  type?: string
  message?: string
  stack?: string
  code?: string
  cause?: LoggedError
}

const LEVELS: Record<number, [name: string, style: Style]> = {
  10: ['TRACE', 'gray'],
  20: ['DEBUG', 'gray'],
  30: ['INFO', 'green'],
  40: ['WARN', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
}
const ERROR_LEVEL = 50
const MAX_CAUSES = 5
/** What pino adds to every line, and what is shown elsewhere in it. */
const HIDDEN = ['level', 'time', 'pid', 'hostname', 'msg', 'err']

/** `write` receives whole lines. */
export function createPrettyStream(
  write: (text: string) => void,
  hasColor: boolean,
): DestinationStream {
  const paint: Paint = hasColor
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_, text) => text
  return { write: (json) => write(`${formatLine(JSON.parse(json), paint)}\n`) }
}

function formatLine(line: LogLine, paint: Paint): string {
  const time = paint('gray', `${new Date(line.time).toISOString().slice(11, 19)}Z`)
  const isRequest = line.msg === 'request' && typeof line.status === 'number'
  return `${time} ${isRequest ? formatRequest(line, paint) : formatMessage(line, paint)}`
}

function formatRequest(line: LogLine, paint: Paint): string {
  const { method = '-', status, path, reason, milliseconds, ip = '-', client_id } = line
  const client = client_id === undefined ? String(ip) : `client ${client_id}`
  return [
    String(method).padEnd(6),
    paint(statusStyle(Number(status)), String(status)),
    printable(String(path ?? reason ?? '-')),
    ...(milliseconds === undefined ? [] : [`${milliseconds} ms`]),
    paint('gray', printable(client)),
  ].join(' ')
}

function statusStyle(status: number): Style {
  if (status >= 500) return 'red'
  if (status >= 400) return 'yellow'
  return status >= 300 ? 'cyan' : 'green'
}

function formatMessage(line: LogLine, paint: Paint): string {
  const [level, style] = LEVELS[line.level] ?? [String(line.level), 'gray']
  const fields = Object.entries(line)
    .filter(([name, value]) => !HIDDEN.includes(name) && value !== undefined)
    .map(([name, value]) => paint('gray', `${name}=${formatValue(value)}`))
  const errors = line.err ? formatError(line.err, line.level >= ERROR_LEVEL) : []
  const text = indent(printable(line.msg ?? ''))
  return [
    [paint(style, level.padEnd(5)), text, ...fields].join(' '),
    ...errors.map((one) => `    ${indent(printable(one))}`),
  ].join('\n')
}

/** The error and its causes, each with its stack where that helps. */
function formatError(error: LoggedError, withStack: boolean): string[] {
  const lines: string[] = []
  let current: LoggedError | undefined = error
  for (let i = 0; current && i < MAX_CAUSES; i += 1) {
    const { type = 'Error', message = '', code, stack = '' }: LoggedError = current
    const summary = `${type}: ${message}${code === undefined ? '' : ` (${code})`}`
    const frames = withStack ? stack.split('\n').filter((frame) => /^\s+at /.test(frame)) : []
    lines.push(i === 0 ? summary : `caused by ${summary}`, ...frames.map((frame) => frame.trim()))
    current = current.cause
  }
  return lines
}

function formatValue(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value)
}

const indent = (text: string) => text.replaceAll('\n', '\n    ')

// Text from outside must not control the terminal.
const printable = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '?')
