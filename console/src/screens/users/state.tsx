import { t, textOfValue } from '../../core/i18n.ts'

export const isBlocked = (state: string | undefined): boolean => state === 'blocked'

/** Whether the person may take part. */
export const BlockedBadge = ({ state }: { state: string | undefined }) =>
  state === undefined ? null : (
    <span className={isBlocked(state) ? 'text-danger' : 'text-muted'}>
      {textOfValue(`people.state.${state}`, state)}
    </span>
  )

/** Mails about news are not sent to the address. */
export const SuppressedBadge = () => (
  <span className="ms-2 text-xs whitespace-nowrap text-danger">{t('people.unreachable')}</span>
)
