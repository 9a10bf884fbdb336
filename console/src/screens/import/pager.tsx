import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../components/button.tsx'
import { formatNumber, t } from '../../core/i18n.ts'

type Props = {
  /** From 0. */
  page: number
  pages: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

export const Pager = ({ page, pages, pageSize, total, onPage }: Props) =>
  total === 0 ? null : (
    <div className="flex items-center gap-1 text-sm text-muted tabular-nums">
      <span>
        {t('import.page', {
          from: formatNumber(page * pageSize + 1),
          to: formatNumber(Math.min(total, (page + 1) * pageSize)),
          total: formatNumber(total),
        })}
      </span>
      {pages > 1 && (
        <>
          <IconButton
            icon={ChevronLeft}
            label={t('import.previous_page')}
            isDisabled={page === 0}
            onPress={() => onPage(page - 1)}
          />
          <IconButton
            icon={ChevronRight}
            label={t('import.next_page')}
            isDisabled={page >= pages - 1}
            onPress={() => onPage(page + 1)}
          />
        </>
      )}
    </div>
  )
