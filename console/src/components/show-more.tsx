// Loads the next page of a list. A page that fails is reported, and can be asked for again.
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { t } from '../core/i18n.ts'
import { Button, type ButtonProps } from './button.tsx'
import { reportFailure } from './report-failure.ts'

export const ShowMore = ({
  query: { isFetchingNextPage, fetchNextPage },
  look,
}: {
  query: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'fetchNextPage'>
  look?: ButtonProps['look']
}) => (
  <Button
    look={look}
    isPending={isFetchingNextPage}
    onPress={async () => {
      const next = await fetchNextPage()
      if (next.isFetchNextPageError) reportFailure(next.error)
    }}
  >
    {t('record.show_more')}
  </Button>
)
