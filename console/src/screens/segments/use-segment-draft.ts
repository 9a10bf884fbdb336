// What is edited and not saved yet. The address holds it, so that it can be reloaded and shared.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Definition, Expression } from '../../api/segments.ts'
import { type Group, parseRules, toExpression, toGroup } from './rules.ts'
import type { SegmentSearch } from './search.ts'

export type Draft = { name: string; rules: Group }

export type SegmentDraft = {
  draft: Draft
  definition: Definition
  isDirty: boolean
  /** False for rules that are too long for an address. */
  isInAddress: boolean
  change: (draft: Partial<Draft>) => void
  /** Back to what is saved. */
  reset: () => void
}

const DEBOUNCE_MS = 300
/** Encoded. Servers and browsers take about 16 kB. */
const MAX_ADDRESS = 8_000

const definitionOf = ({ name, rules }: Draft): Definition => ({
  name: name.trim(),
  filters: toExpression(rules),
})

export function useSegmentDraft(
  saved: { name: string; filters: Expression },
  search: SegmentSearch,
): SegmentDraft {
  const navigate = useNavigate()
  const filters = JSON.stringify(saved.filters)
  const base = useMemo<Draft>(
    () => ({ name: saved.name, rules: toGroup(JSON.parse(filters)) }),
    [saved.name, filters],
  )
  const [edited, setEdited] = useState<Draft | undefined>(() => {
    const { name, filters: text } = search
    if (name === undefined && text === undefined) return undefined
    const rules = text === undefined ? undefined : parseRules(text)
    return { name: name ?? base.name, rules: rules ?? base.rules }
  })
  const draft = edited ?? base
  const definition = definitionOf(draft)
  const original = definitionOf(base)
  const isOtherName = definition.name !== original.name
  const text = JSON.stringify(definition.filters)
  const areOtherRules = text !== JSON.stringify(original.filters)
  const isInAddress = encodeURIComponent(text).length <= MAX_ADDRESS
  const next: SegmentSearch = {
    ...(isOtherName && { name: definition.name }),
    ...(areOtherRules && isInAddress && { filters: text }),
  }
  const wanted = JSON.stringify(next)
  const write = useEffectEvent(
    () => void navigate({ to: '.', search: next, replace: true, ignoreBlocker: true }),
  )
  useEffect(() => {
    const { name, filters: shown } = search
    if (wanted === JSON.stringify({ name, filters: shown })) return
    const timer = setTimeout(() => write(), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted, search])
  return {
    draft,
    definition,
    isDirty: isOtherName || areOtherRules,
    isInAddress,
    change: (part) => setEdited({ ...draft, ...part }),
    reset: () => setEdited(undefined),
  }
}
