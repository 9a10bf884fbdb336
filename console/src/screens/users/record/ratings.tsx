// How likely the person is to recommend the product, over time.
import type { NpsRating } from '@earshot/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ratingsQuery } from '../../../api/people.ts'
import { NothingHere, RecordList } from '../../../components/record/record-list.tsx'
import { formatDate, formatTime, t, textOfValue } from '../../../core/i18n.ts'
import { usePerson } from './context.ts'

export function Ratings() {
  const { user } = usePerson()
  const query = ratingsQuery(user.id)
  const { data } = useInfiniteQuery(query)
  const ratings = data?.pages.flatMap(({ nps_ratings }) => nps_ratings) ?? []
  return (
    <div className="space-y-3">
      {ratings.length > 1 && <RatingLine ratings={[...ratings].reverse()} />}
      <RecordList
        label={t('people.ratings')}
        query={query}
        items={(pages) => pages.flatMap(({ nps_ratings }) => nps_ratings)}
        keyOf={({ id }) => id}
        empty={<NothingHere>{t('people.no_ratings')}</NothingHere>}
      >
        {(rating) => <RatingItem rating={rating} />}
      </RecordList>
    </div>
  )
}

const TONES: Record<string, string> = {
  promoter: 'text-success',
  neutral: 'text-muted',
  detractor: 'text-danger',
}

const RatingItem = ({ rating }: { rating: NpsRating }) => (
  <div className="flex items-baseline gap-3 py-2 text-sm">
    <span className="w-6 shrink-0 text-end text-base font-semibold tabular-nums">
      {rating.rating}
    </span>
    <span className={`w-20 shrink-0 text-xs ${TONES[rating.group] ?? ''}`}>
      {textOfValue(`people.group.${rating.group}`, rating.group)}
    </span>
    <p dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
      {rating.body}
    </p>
    <time
      dateTime={rating.created_at}
      title={formatTime(rating.created_at)}
      className="shrink-0 text-xs text-muted"
    >
      {formatDate(rating.created_at)}
    </time>
  </div>
)

const [WIDTH, HEIGHT, PAD] = [480, 88, 8]
const MAX_RATING = 10

/** The ratings from the first to the last, at their times. */
function RatingLine({ ratings }: { ratings: NpsRating[] }) {
  const [first, last] = [ratings[0], ratings.at(-1)]
  if (!first || !last) return null
  const times = ratings.map(({ created_at }) => Date.parse(created_at))
  const [from, until] = [Math.min(...times), Math.max(...times)]
  const x = (index: number) => {
    const share =
      until === from
        ? index / (ratings.length - 1)
        : ((times[index] ?? from) - from) / (until - from)
    return PAD + share * (WIDTH - 2 * PAD)
  }
  const y = (rating: number) => HEIGHT - PAD - (rating / MAX_RATING) * (HEIGHT - 2 * PAD)
  const label = t('people.rating_line', {
    count: ratings.length,
    first: first.rating,
    last: last.rating,
    from: formatDate(first.created_at),
    until: formatDate(last.created_at),
  })
  return (
    <figure className="max-w-[520px]">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="w-full">
        {/* From 9 on people are promoters, below 7 detractors. */}
        {[0, 6.5, 8.5, 10].map((level) => (
          <line
            key={level}
            x1={PAD}
            x2={WIDTH - PAD}
            y1={y(level)}
            y2={y(level)}
            stroke="var(--border)"
            strokeDasharray={level % 1 === 0 ? undefined : '3 3'}
          />
        ))}
        <polyline
          points={ratings.map(({ rating }, index) => `${x(index)},${y(rating)}`).join(' ')}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={2}
          strokeLinejoin="round"
        />
        {ratings.map(({ id, rating }, index) => (
          <circle key={id} cx={x(index)} cy={y(rating)} r={3.5} fill="var(--accent)" />
        ))}
      </svg>
      <figcaption className="flex justify-between px-2 text-xs text-muted" aria-hidden>
        <span>{formatDate(first.created_at)}</span>
        <span>{formatDate(last.created_at)}</span>
      </figcaption>
    </figure>
  )
}
