import { useNavigate } from '@tanstack/react-router'
import { History, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { useSession } from '../api/session.ts'
import { IconButton } from '../components/button.tsx'
import { Menu } from '../components/menu.tsx'
import { LOCALES, t } from '../core/i18n.ts'
import { useLocale } from '../core/locale.ts'
import { signOut } from '../core/sign-out.ts'
import { applyTheme, type Theme, useTheme } from '../core/theme.ts'

const THEMES = { system: Monitor, light: Sun, dark: Moon }

export function AccountMenu({ isLive }: { isLive: boolean }) {
  const { user, role } = useSession()
  const { locale, choose } = useLocale()
  const theme = useTheme()
  const navigate = useNavigate()
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
            {
              id: 'changes',
              label: t('shell.recent_changes'),
              icon: History,
              onAction: () => void navigate({ to: '/changes' }),
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
            onAction: () => applyTheme(one),
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
