// Own CSS of the portal: documented custom properties, and looks of documented parts. Everything else is refused, so that no rule
// loads something, hides a page or breaks with the next version.
import type { Block, CssNode, Declaration, List } from 'css-tree'
import parse from 'css-tree/parser'
import { SettingError } from '../auth/sign-in/oidc-settings.ts'

export const MAX_CSS = 10_000

/** The custom properties that own CSS can set. */
export const CSS_PROPERTIES = [
  '--es-accent',
  '--es-accent-ink',
  '--es-paper',
  '--es-tint',
  '--es-ink',
  '--es-soft',
  '--es-line',
  '--es-radius',
  '--es-font',
  '--es-width',
]

/** The classes that own CSS can select. */
export const CSS_PARTS = [
  'es-header',
  'es-footer',
  'es-card',
  'es-vote',
  'es-button',
  'es-status',
  'es-title',
  'es-text',
]

const STATES = [
  'hover',
  'focus',
  'focus-visible',
  'focus-within',
  'active',
  'first-child',
  'last-child',
]

/** Of parts. None of them moves a part over others, hides it, or removes the outline of the focus. */
const PART_PROPERTIES =
  /^(color|background|background-color|border(-(top|right|bottom|left|block|inline)(-(start|end))?)?(-(color|style|width))?|border-((top|bottom)-(left|right)-|(start|end)-(start|end)-)?radius|box-shadow|font|font-(family|feature-settings|size|stretch|style|variant|variant-caps|variant-numeric|weight)|letter-spacing|line-height|text-(align|decoration|decoration-(color|line|style|thickness)|shadow|transform|underline-offset|wrap)|word-spacing|(margin|padding)(-(top|right|bottom|left|block|inline)(-(start|end))?)?|gap|row-gap|column-gap|max-width|transition|transition-(delay|duration|property|timing-function))$/

const FUNCTIONS = [
  'var',
  'calc',
  'min',
  'max',
  'clamp',
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'hwb',
  'lab',
  'lch',
  'oklab',
  'oklch',
  'color',
  'color-mix',
  'light-dark',
  'linear-gradient',
  'radial-gradient',
  'cubic-bezier',
]

const VALUES = new Set([
  'Value',
  'Identifier',
  'Number',
  'Percentage',
  'Dimension',
  'Hash',
  'String',
  'Operator',
  'Parentheses',
  'Function',
])

const PARTS_FORM = CSS_PARTS.map((part) => `.${part}`).join(', ')
const PROPERTIES_FORM = CSS_PROPERTIES.join(', ')

export const CSS_FORM = `rules for :root with ${PROPERTIES_FORM}, and for the parts ${PARTS_FORM}, in at most ${MAX_CSS} characters`

/** Throws a SettingError with the line that is wrong, and what is right. */
export function checkCss(text: string): string {
  if (text.length > MAX_CSS)
    throw new SettingError(`${text.length} characters are too many. Maximum: ${MAX_CSS}.`)
  refuseCharacters(text)
  const sheet = parse(text, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => refuse(lineOf(text, error.offset), `not valid CSS (${error.message})`),
  })
  if (sheet.type !== 'StyleSheet') return text
  for (const node of sheet.children) {
    if (node.type === 'Comment') continue
    if (node.type === 'Atrule')
      refuse(lineAt(node), `@${node.name} is not allowed`, 'rules without @')
    if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList')
      return refuse(lineAt(node), 'this is no rule', 'a selector with declarations in braces')
    for (const selector of node.prelude.children) checkSelector(selector)
    checkBlock(text, node.block, isRoot(node.prelude.children))
  }
  return text
}

/** What a browser could read in another way than the parser, and the end of the element that holds the text. */
function refuseCharacters(text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is searched for
  const wrong = /[<\\\u0000-\u0008\u000b-\u001f\u007f]/.exec(text)
  if (wrong)
    refuse(
      lineOf(text, wrong.index),
      `the character ${JSON.stringify(wrong[0])} is not allowed`,
      'CSS without escapes and markup',
    )
  const rest = text.replace(/\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'/g, (closed) =>
    closed.replace(/[^\n]/g, ' '),
  )
  const open = /\/\*|["']/.exec(rest)
  if (open) refuse(lineOf(text, open.index), `${open[0]} has no end`)
}

const isRoot = (selectors: List<CssNode>) =>
  selectors.some((selector) => {
    const first = selector.type === 'Selector' ? selector.children.first : null
    return first?.type === 'PseudoClassSelector' && first.name === 'root'
  })

function checkSelector(selector: CssNode): void {
  const wrong = () =>
    refuse(
      lineAt(selector),
      'this selector is not allowed',
      `:root alone, or the parts ${PARTS_FORM}, one in another, with ${STATES.map((state) => `:${state}`).join(', ')}`,
    )
  const nodes = selector.type === 'Selector' ? selector.children.toArray() : []
  if (nodes.length === 0) wrong()
  for (const [i, node] of nodes.entries()) {
    // Without a part before it, a state would be that of any element.
    const isOfPart = ['ClassSelector', 'PseudoClassSelector'].includes(nodes[i - 1]?.type ?? '')
    const isAllowed =
      (node.type === 'ClassSelector' && CSS_PARTS.includes(node.name)) ||
      (node.type === 'Combinator' && i > 0 && [' ', '>'].includes(node.name)) ||
      (node.type === 'PseudoClassSelector' &&
        node.children === null &&
        (node.name === 'root' ? nodes.length === 1 : isOfPart && STATES.includes(node.name)))
    if (!isAllowed) wrong()
  }
}

function checkBlock(text: string, block: Block, ofRoot: boolean): void {
  const end = block.loc?.end.offset ?? 0
  if (text[end - 1] !== '}') refuse(lineAt(block), 'the rule has no end', 'a closing brace')
  for (const node of block.children) {
    if (node.type === 'Comment') continue
    if (node.type !== 'Declaration')
      refuse(lineAt(node), 'this is no declaration', 'a property, a colon and a value')
    else checkDeclaration(node, ofRoot)
  }
}

function checkDeclaration(declaration: Declaration, ofRoot: boolean): void {
  const { property, value, important } = declaration
  const line = lineAt(declaration)
  if (property.startsWith('--')) {
    if (!CSS_PROPERTIES.includes(property))
      refuse(line, `${property} is not a property of the portal`, PROPERTIES_FORM)
  } else if (ofRoot) refuse(line, `${property} is not allowed in :root`, PROPERTIES_FORM)
  else if (!PART_PROPERTIES.test(property))
    refuse(
      line,
      `${property} is not allowed`,
      'colours, backgrounds, borders, shadows, fonts, texts, distances, max-width and transitions',
    )
  if (important !== true && important !== false) refuse(line, `!${important} is not allowed`)
  checkValue(value)
}

function checkValue(node: CssNode): void {
  const line = lineAt(node)
  if (node.type === 'Url') refuse(line, 'url() is not allowed', 'values that load nothing')
  if (!VALUES.has(node.type))
    refuse(line, 'this value is not allowed', 'words, numbers and colours')
  if (node.type === 'Function') {
    const name = node.name.toLowerCase()
    if (!FUNCTIONS.includes(name)) refuse(line, `${name}() is not allowed`, FUNCTIONS.join(', '))
    const variable = name === 'var' ? node.children.first : null
    const isKnown = variable?.type === 'Identifier' && CSS_PROPERTIES.includes(variable.name)
    if (name === 'var' && !(isKnown && node.children.size === 1))
      refuse(line, 'var() has one of the properties of the portal', PROPERTIES_FORM)
  }
  if ('children' in node && node.children) for (const child of node.children) checkValue(child)
}

const lineAt = (node: CssNode) => node.loc?.start.line ?? 1
const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length

function refuse(line: number, problem: string, allowed?: string): never {
  throw new SettingError(`line ${line}: ${problem}.${allowed ? ` Allowed: ${allowed}.` : ''}`)
}
