import { Dialog } from '../components/dialog.tsx'
import { t } from '../core/i18n.ts'
import { labelOf, type ShortcutGroup, shownKeys, useShortcuts } from '../core/shortcuts.ts'

const GROUPS: ShortcutGroup[] = ['anywhere', 'list', 'record', 'triage']

/** What the keys do on the current screen. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts()
  return (
    <Dialog title={t('shell.help')} isOpen onClose={onClose} width="medium">
      <div className="grid gap-6 sm:grid-cols-2">
        {GROUPS.map((group) => ({
          group,
          own: Object.entries(
            Object.groupBy(
              shortcuts.filter((one) => one.group === group),
              labelOf,
            ),
          ),
        }))
          .filter(({ own }) => own.length > 0)
          .map(({ group, own }) => (
            <section key={group}>
              <h3 className="mb-2 text-sm font-semibold">{t(`shell.help.${group}`)}</h3>
              <dl className="space-y-1">
                {own.map(([label, ways = []]) => (
                  <div key={label} className="flex justify-between gap-4">
                    <dt>{label}</dt>
                    <dd className="flex gap-1">
                      {ways.map(({ keys }) => (
                        <kbd key={keys}>{shownKeys(keys)}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </Dialog>
  )
}
