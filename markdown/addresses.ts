// The tree with the address of each link behind its words, for a text that cannot have links.
import type { Block, Inline } from './parse.ts'

/** `baseUrl` is before paths of this service. */
export const spellAddresses = (blocks: Block[], baseUrl: string): Block[] =>
  blocks.map((block): Block => {
    switch (block.type) {
      case 'list':
        return { ...block, items: block.items.map((item) => spellAddresses(item, baseUrl)) }
      case 'quote':
        return { ...block, children: spellAddresses(block.children, baseUrl) }
      case 'paragraph':
      case 'heading':
        return { ...block, children: spellInlines(block.children, baseUrl) }
      default:
        return block
    }
  })

const spellInlines = (inlines: Inline[], baseUrl: string): Inline[] =>
  inlines.flatMap((one): Inline[] => {
    if (one.type === 'link') return spellLink(one.href, one.children, baseUrl)
    return 'children' in one ? [{ ...one, children: spellInlines(one.children, baseUrl) }] : [one]
  })

function spellLink(href: string, words: Inline[], baseUrl: string): Inline[] {
  const [first] = words
  const alone = words.length === 1 && first?.type === 'text' ? first.text : ''
  // An address that somebody typed is its own link.
  if (/^https?:\/\//.test(alone) || `mailto:${alone}` === href) return words
  const address = `${href.startsWith('/') ? baseUrl : ''}${href.replace(/^mailto:/, '')}`
  return [...words, { type: 'text', text: ` (${address})` }]
}
