// Which events a webhook gets: all, all of a collection, or single ones.
import { useState } from 'react'
import {
  ACTIONS,
  COLLECTIONS,
  EVENTS,
  eventsOf,
  SERVICE_HOOK_EVENTS,
} from '../../../api/webhook-events.ts'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/fields.tsx'
import { t } from '../../../core/i18n.ts'

type ChoiceProps = { events: string[]; onChange: (events: string[]) => void }

/** In the order of the list, whatever was chosen first. What the console does not know stays. */
const changed = (
  known: readonly string[],
  events: string[],
  some: readonly string[],
  isOn: boolean,
) => [
  ...known.filter((event) => (some.includes(event) ? isOn : events.includes(event))),
  ...events.filter((event) => !known.includes(event)),
]

/** Those that most people look for come first. */
const FIRST = 8

export function EventChoice({ events, onChange }: ChoiceProps) {
  const [isWhole, setWhole] = useState(() =>
    COLLECTIONS.slice(FIRST)
      .flatMap(eventsOf)
      .some((event) => events.includes(event)),
  )
  const set = (some: readonly string[], isOn: boolean) =>
    onChange(changed(EVENTS, events, some, isOn))
  return (
    <Choice all={EVENTS} events={events} onSet={set}>
      <div className="divide-y divide-border rounded border border-border">
        {(isWhole ? COLLECTIONS : COLLECTIONS.slice(0, FIRST)).map((collection) => {
          const name = t(`settings.roles.on.${collection}`)
          return (
            // biome-ignore lint/a11y/useSemanticElements: the checkbox of the collection is its legend
            <div
              key={collection}
              role="group"
              aria-label={name}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5 text-sm"
            >
              <div className="min-w-48 flex-1 max-sm:basis-full">
                <All label={name} all={eventsOf(collection)} events={events} onSet={set} />
              </div>
              <div className="flex flex-wrap gap-x-4 gap-y-1 max-sm:ps-6">
                {ACTIONS.map((action) => (
                  <Checkbox
                    key={action}
                    label={t(`settings.webhooks.action.${action}`)}
                    isSelected={events.includes(`${collection}.${action}`)}
                    onChange={(isOn) => set([`${collection}.${action}`], isOn)}
                  />
                ))}
              </div>
            </div>
          )
        })}
      </div>
      {!isWhole && (
        <Button look="quiet" onPress={() => setWhole(true)}>
          {t('settings.webhooks.more_events', { count: COLLECTIONS.length - FIRST })}
        </Button>
      )}
    </Choice>
  )
}

/** The events of the format of service hooks. */
export function ServiceHookEventChoice({ events, onChange }: ChoiceProps) {
  const set = (some: readonly string[], isOn: boolean) =>
    onChange(changed(SERVICE_HOOK_EVENTS, events, some, isOn))
  return (
    <Choice all={SERVICE_HOOK_EVENTS} events={events} onSet={set}>
      <div className="grid gap-x-4 gap-y-2 rounded border border-border px-3 py-2 text-sm sm:grid-cols-2">
        {SERVICE_HOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={t(`settings.webhooks.event.${event}`)}
            isSelected={events.includes(event)}
            onChange={(isOn) => set([event], isOn)}
          />
        ))}
      </div>
    </Choice>
  )
}

type SetProps = {
  all: readonly string[]
  events: string[]
  onSet: (some: readonly string[], isOn: boolean) => void
}

const Choice = ({ children, ...set }: SetProps & { children: React.ReactNode }) => (
  <fieldset className="space-y-2">
    <legend className="mb-1 text-sm font-medium">{t('settings.webhooks.events')}</legend>
    <All label={t('settings.webhooks.all_events')} {...set} />
    {children}
  </fieldset>
)

const All = ({ label, all, events, onSet }: SetProps & { label: string }) => {
  const count = all.filter((event) => events.includes(event)).length
  return (
    <Checkbox
      label={label}
      isSelected={count === all.length}
      isIndeterminate={count > 0 && count < all.length}
      onChange={() => onSet(all, count < all.length)}
    />
  )
}
