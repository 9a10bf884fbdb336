// Markdown as elements: only what the tree has can appear. Loaded when the first such text is shown.

import { Fragment, type ReactNode, useMemo } from 'react'
import { type Block, type Inline, parseMarkdown } from '#markdown'
import { SafeLink } from './safe-link.tsx'

export type NamedPerson = { id: number; name: string }

const MARKS = { strong: 'strong', emphasis: 'em', strike: 's' } as const

type MarkdownProps = { text: string; people?: NamedPerson[] }

export default function Markdown({ text, people = [] }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return <>{blocks.map((block, index) => keyed(index, renderBlock(block, people)))}</>
}

const keyed = (index: number, node: ReactNode) => <Fragment key={index}>{node}</Fragment>

function renderBlock(block: Block, people: NamedPerson[]): ReactNode {
  const blocks = (all: Block[]) => all.map((one, index) => keyed(index, renderBlock(one, people)))
  const inlines = (all: Inline[]) =>
    all.map((one, index) => keyed(index, renderInline(one, people)))
  switch (block.type) {
    case 'paragraph':
      return block.isTight ? inlines(block.children) : <p dir="auto">{inlines(block.children)}</p>
    case 'heading':
      return (
        <p dir="auto" className={block.level < 3 ? 'text-base font-semibold' : 'font-semibold'}>
          {inlines(block.children)}
        </p>
      )
    case 'quote':
      return (
        <blockquote dir="auto" className="space-y-2 border-s-2 border-border ps-3 text-muted">
          {blocks(block.children)}
        </blockquote>
      )
    case 'list': {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of a text have no identity
        <li key={index}>{blocks(item)}</li>
      ))
      if (block.start === null)
        return (
          <ul dir="auto" className="list-disc space-y-1 ps-5">
            {items}
          </ul>
        )
      return (
        <ol dir="auto" start={block.start} className="list-decimal space-y-1 ps-5">
          {items}
        </ol>
      )
    }
    case 'code_block':
      return (
        <pre className="rounded border border-border bg-sunken p-2 font-mono text-sm whitespace-pre-wrap">
          <code>{block.text}</code>
        </pre>
      )
    case 'rule':
      return <hr className="border-border" />
  }
}

function renderInline(one: Inline, people: NamedPerson[]): ReactNode {
  switch (one.type) {
    case 'text':
      return one.text
    case 'code':
      return <code className="rounded-sm bg-sunken px-1 font-mono text-[0.92em]">{one.text}</code>
    case 'break':
      return <br />
    case 'link':
      return (
        <SafeLink href={one.href}>
          {one.children.map((child, index) => keyed(index, renderInline(child, people)))}
        </SafeLink>
      )
    case 'picture':
      return (
        <a href={one.src} target="_blank" rel="noreferrer" className="inline-block max-w-full">
          <img
            src={one.src}
            alt={one.alt}
            loading="lazy"
            className="max-h-96 max-w-full rounded border border-border"
          />
        </a>
      )
    case 'mention': {
      const name = people.find(({ id }) => id === one.user)?.name || one.name
      return (
        <span dir="auto" className="rounded-sm bg-hover px-1 font-medium">
          @{name}
        </span>
      )
    }
    default: {
      const Mark = MARKS[one.type]
      return (
        <Mark>{one.children.map((child, index) => keyed(index, renderInline(child, people)))}</Mark>
      )
    }
  }
}
