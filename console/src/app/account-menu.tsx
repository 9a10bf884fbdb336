import { LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { IconButton } from '../components/button.tsx'
import { Menu } from '../components/menu.tsx'
import { LOCALES, t } from '../core/i18n.ts'
import { useLocale } from '../core/locale.ts'
import { applyTheme, storedTheme, type Theme } from '../core/theme.ts'

const THEMES = { system: Monitor, light: Sun, dark: Moon }

export function AccountMenu({ isLive }: { isLive: boolean }) {
  const { user, role } = useSession()
  const { locale, choose } = useLocale()
  const [theme, setTheme] = useState(storedTheme)
  return (
    <Menu
      label={t('shell.account_menu')}
      groups={[
        {
          title: `${user.name ?? user.email_address} · ${t(`shell.role.${role}`)} · ${t(isLive ? 'shell.live.on' : 'shell.live.off')}`,
          actions: [
            {
              id: 'profile',
              label: t('shell.profile'),
              icon: UserRound,
              onAction: () => location.assign('/admin/profile'),
            },
            { id: 'sign-out', label: t('shell.sign_out'), icon: LogOut, onAction: signOut },
          ],
        },
        {
          title: t('shell.theme'),
          actions: (Object.keys(THEMES) as Theme[]).map((one) => ({
            id: one,
            label: t(`shell.theme.${one}`),
            icon: THEMES[one],
            isSelected: one === theme,
            onAction: () => {
              applyTheme(one)
              setTheme(one)
            },
          })),
        },
        {
          title: t('shell.language'),
          actions: (Object.keys(LOCALES) as (keyof typeof LOCALES)[]).map((one) => ({
            id: one,
            label: LOCALES[one],
            isSelected: one === locale,
            onAction: () => void choose(one),
          })),
        },
      ]}
    >
      <IconButton icon={UserRound} label={t('shell.account_menu')} />
    </Menu>
  )
}

/** The service ends the session and shows the page to sign in. */
function signOut(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/admin/sign-out'
  document.body.append(form)
  form.submit()
}
