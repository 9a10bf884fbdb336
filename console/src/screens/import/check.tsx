// The rows of the file with every problem in its cell, where it can be corrected.
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FileProblem, ImportPreview } from '../../api/imports.ts'
import { Section } from '../../components/record/section.tsx'
import { Segments } from '../../components/segments.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { BrokenLine } from './broken-line.tsx'
import { Pager } from './pager.tsx'
import { cellId, PreviewTable } from './preview-table.tsx'
import { ProblemList } from './problem-list.tsx'
import { sortProblems } from './problems.ts'
import type { ImportDraft } from './use-import.ts'
import { isOfValue } from './values-section.tsx'

const PAGE_SIZE = 25

export function Check({ draft, preview }: { draft: ImportDraft; preview: ImportPreview }) {
  const { troubled, rows } = draft
  const begin = preview.rows[0]?.line
  const [chosen, setChosen] = useState<'problems' | 'all'>()
  const [page, setPage] = useState(0)
  const [target, setTarget] = useState<FileProblem>()
  const shown = chosen ?? (troubled.length > 0 ? 'problems' : 'all')

  const { broken, cells: all } = sortProblems(preview)
  // A value that is mapped once is no problem of each of its cells.
  const inCells = all.filter((one) => !isOfValue(preview, one))
  const hasRows = begin !== undefined
  const allLines = () =>
    rows.filter(({ line, start, end }) => hasRows && line >= begin && end > start)
  const lines = shown === 'problems' ? troubled : allLines().map(({ line }) => line)
  const pages = Math.max(1, Math.ceil(lines.length / PAGE_SIZE))
  const current = Math.min(page, pages - 1)
  const visible = lines.slice(current * PAGE_SIZE, (current + 1) * PAGE_SIZE)

  // The cell exists only after the page has been turned.
  const goTo = (one: FileProblem) => {
    setChosen('problems')
    setPage(Math.floor(troubled.indexOf(one.line ?? 0) / PAGE_SIZE))
    // A new object, also for the same problem again.
    setTarget({ ...one })
  }
  useEffect(() => {
    if (!target) return
    const cell = document.getElementById(cellId(target.line ?? 0, target.column))
    const row = document.getElementById(cellId(target.line ?? 0, null))
    ;(cell ?? row?.querySelector<HTMLElement>('input, textarea'))?.focus()
  }, [target])

  const nextProblem = nextProblemOf(inCells, goTo)
  if (!hasRows && !broken) return <p className="text-sm text-muted">{t('import.no_rows')}</p>
  return (
    <Section title={t('import.preview')}>
      {broken && <BrokenLine problem={broken} draft={draft} preview={preview} />}
      {hasRows && (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-3">
            <Segments
              label={t('import.shown_rows')}
              options={[
                {
                  id: 'problems',
                  label: t('import.with_problems'),
                  count: formatNumber(preview.total_rows - preview.valid_rows),
                },
                { id: 'all', label: t('import.all_rows'), count: formatNumber(preview.total_rows) },
              ]}
              value={shown}
              onChange={(id) => {
                setChosen(id)
                setPage(0)
              }}
            />
            <span className="flex-1" />
            <Pager
              page={current}
              pages={pages}
              pageSize={PAGE_SIZE}
              total={lines.length}
              onPage={setPage}
            />
          </div>
          {visible.length === 0 ? (
            <p className="flex items-center gap-2 rounded border border-border px-3 py-6 text-sm text-muted">
              <CircleCheck size={16} aria-hidden className="text-success" />
              {t('import.no_problems')}
            </p>
          ) : (
            <div
              className={
                inCells.length > 0 ? 'grid gap-4 lg:grid-cols-[minmax(0,1fr)_280px]' : undefined
              }
            >
              <PreviewTable
                draft={draft}
                preview={preview}
                lines={visible}
                problems={all}
                onEnter={nextProblem}
              />
              {inCells.length > 0 && (
                <ProblemList preview={preview} problems={inCells} onGo={goTo} />
              )}
            </div>
          )}
        </>
      )}
    </Section>
  )
}

/** Goes from one cell to the next with a problem. */
function nextProblemOf(problems: FileProblem[], goTo: (problem: FileProblem) => void) {
  return (line: number, column: string | null) => {
    const others = problems
      .filter((one) => one.line !== null && !(one.line === line && one.column === column))
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    const next = others.find((one) => (one.line ?? 0) >= line) ?? others[0]
    if (next) goTo(next)
  }
}
