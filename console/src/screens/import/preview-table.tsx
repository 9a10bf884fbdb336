// Rows of the file, each cell editable, with what is wrong below the cell.
import { CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import type { FileProblem, ImportPreview, PreviewColumn } from '../../api/imports.ts'
import { formatNumber, t } from '../../core/i18n.ts'
import { RawLine } from './raw-line.tsx'
import { columnText, labelOf, problemText } from './texts.ts'
import type { ImportDraft } from './use-import.ts'

/** Of a cell by the name of its column, or of the row. */
export const cellId = (line: number, column: string | null): string =>
  column === null ? `line-${line}` : `line-${line}-${column}`

const MAX_COLUMNS = 60

type Props = {
  draft: ImportDraft
  preview: ImportPreview
  lines: number[]
  problems: FileProblem[]
  onEnter: (line: number, column: string | null) => void
}

export function PreviewTable({ draft, preview, lines, problems, onEnter }: Props) {
  const { fields } = preview
  const columns = preview.columns.filter(({ field }) => field !== null).slice(0, MAX_COLUMNS)
  const byLine = useMemo(() => Map.groupBy(problems, ({ line }) => line), [problems])
  const troubled = new Set(draft.troubled)
  return (
    <div className="overflow-x-auto rounded border border-border">
      <table aria-label={t('import.preview')} className="w-full border-collapse text-sm">
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="w-14 px-2 py-1.5 text-end font-normal text-muted">
              {t('import.line')}
            </th>
            {columns.map(({ name, field, index }) => (
              <th key={index} scope="col" className="max-w-72 min-w-40 px-2 py-1.5 align-top">
                <span dir="auto" className="block truncate font-medium">
                  {name}
                </span>
                <span className="block truncate text-xs font-normal text-muted">
                  {field && labelOf(field, fields)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row
              key={line}
              line={line}
              draft={draft}
              preview={preview}
              columns={columns}
              problems={byLine.get(line) ?? []}
              isCorrected={troubled.has(line) && !byLine.has(line) && !draft.isChecking}
              onEnter={onEnter}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = Omit<Props, 'lines'> & {
  line: number
  columns: PreviewColumn[]
  isCorrected: boolean
}

function Row({ line, draft, preview, columns, problems, isCorrected, onEnter }: RowProps) {
  const cells = draft.cellsAt(line)
  if (!cells) return null
  const isShown = ({ column }: FileProblem) => columns.some(({ name }) => name === column)
  const ofRow = problems.filter((one) => !isShown(one))
  // Cells that do not belong to columns are no cells: the row is corrected as a text.
  const isRaw = cells.length !== preview.columns.length
  const messageId = (column: string | null) => `${cellId(line, column)}-problem`
  return (
    <tr id={cellId(line, null)} className="border-t border-border align-top">
      <th scope="row" className="px-2 py-2 text-end font-normal text-muted tabular-nums">
        <span className="inline-flex items-center gap-1">
          {isCorrected && (
            <CircleCheck
              size={14}
              role="img"
              aria-label={t('import.corrected')}
              className="text-success"
            />
          )}
          {formatNumber(line)}
        </span>
      </th>
      {isRaw ? (
        <td colSpan={columns.length} className="p-1">
          <RawLine
            label={t('import.raw_line', { line })}
            value={draft.rawAt(line, false)}
            isInvalid
            describedBy={messageId(null)}
            onChange={(raw) => draft.editRow(line, raw, false)}
            onEnter={() => onEnter(line, null)}
          />
          <Messages id={messageId(null)} problems={ofRow} preview={preview} />
        </td>
      ) : (
        columns.map(({ name, index }, i) => {
          const own = problems.filter(({ column }) => column === name)
          const all = i === 0 ? [...own, ...ofRow] : own
          return (
            <td key={index} className="max-w-72 min-w-40 p-1">
              <RawLine
                id={cellId(line, name)}
                label={t('import.cell', { column: name, line })}
                value={cells[index] ?? ''}
                isInvalid={own.length > 0}
                describedBy={all.length > 0 ? messageId(name) : undefined}
                onChange={(value) => draft.editCell(line, index, value)}
                onEnter={() => onEnter(line, name)}
              />
              <Messages id={messageId(name)} problems={all} preview={preview} own={own} />
            </td>
          )
        })
      )}
    </tr>
  )
}

/** Those of a field that has no column name the field. */
const Messages = ({
  id,
  problems,
  preview: { columns, fields },
  own = problems,
}: {
  id: string
  problems: FileProblem[]
  preview: ImportPreview
  own?: FileProblem[]
}) =>
  problems.length === 0 ? null : (
    <div id={id} className="px-1.5 pt-0.5 text-xs text-danger">
      {problems.map((one) => (
        <p key={`${one.column} ${one.message} ${one.value}`}>
          {!own.includes(one) && one.column !== null && `${columnText(one, columns, fields)}: `}
          {problemText(one, fields)}
        </p>
      ))}
    </div>
  )
