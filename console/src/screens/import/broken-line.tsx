// A line after which the file cannot be read: it is corrected as the text that it is.
import type { FileProblem, ImportPreview } from '../../api/imports.ts'
import { t } from '../../core/i18n.ts'
import { isInText } from './problems.ts'
import { RawLine } from './raw-line.tsx'
import { problemText } from './texts.ts'
import type { ImportDraft } from './use-import.ts'

export const BrokenLine = ({
  problem,
  draft,
  preview,
}: {
  problem: FileProblem
  draft: ImportDraft
  preview: ImportPreview
}) => (
  <div role="alert" className="mb-3 rounded border border-danger px-3 py-2 text-sm">
    <p className="text-danger">
      {problem.line === null
        ? problemText(problem, preview.fields)
        : t('import.broken_line', {
            line: problem.line,
            problem: problemText(problem, preview.fields),
          })}
    </p>
    {problem.line !== null && isInText(problem) && (
      <div className="mt-2">
        <RawLine
          key={problem.line}
          label={t('import.raw_line', { line: problem.line })}
          value={draft.rawAt(problem.line, true)}
          isInvalid
          onChange={(raw) => draft.editRow(problem.line as number, raw, true)}
        />
      </div>
    )}
  </div>
)
