// What came of asking a provider.
import type { OidcProvider } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { type ProviderCheck, providerCheckQuery } from '../../api/oidc-providers.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Loaded } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'

/** Throws what is wrong, in the words of the service. */
export function checkText({ is_ok, problems, issuer, client }: ProviderCheck): string {
  if (!is_ok) throw new Error(problems.map(({ message }) => message).join(' '))
  return okText({ issuer, client })
}

const okText = ({ issuer, client }: Pick<ProviderCheck, 'issuer' | 'client'>) =>
  t(client === 'accepted' ? 'settings.sso.tested' : 'settings.sso.tested_unknown', {
    issuer: issuer ?? '',
  })

export function CheckDialog({
  provider: { id, name },
  onClose,
}: {
  provider: OidcProvider
  onClose: () => void
}) {
  const check = useQuery(providerCheckQuery(id))
  return (
    <Dialog
      title={t('settings.sso.test_of', { name })}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          {t('shell.close')}
        </Button>
      }
    >
      <div role="status" className="space-y-2 text-sm [overflow-wrap:anywhere]">
        {check.isFetching ? (
          <p className="text-muted">{t('settings.sso.testing')}</p>
        ) : (
          <Loaded query={check}>{(result) => <Result check={result} />}</Loaded>
        )}
      </div>
    </Dialog>
  )
}

const Result = ({ check }: { check: ProviderCheck }) =>
  check.is_ok ? (
    <p className="text-success">{okText(check)}</p>
  ) : (
    <ul className="space-y-2">
      {check.problems.map(({ code, message }) => (
        <li key={code} className="text-danger">
          {message}
        </li>
      ))}
    </ul>
  )
