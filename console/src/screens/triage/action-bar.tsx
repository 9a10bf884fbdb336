// The buttons of all actions, with their keys. On a phone they are at the bottom of the screen.
import { ArrowLeft, type LucideIcon, SkipForward, Undo2 } from 'lucide-react'
import { Button, Toolbar } from 'react-aria-components'
import { t } from '../../core/i18n.ts'
import { shownKeys } from '../../core/shortcuts.ts'
import { DIRECT, QUESTIONS, type Question } from './verbs.ts'

export type ActionBarProps = {
  onDirect: (action: (typeof DIRECT)[number]) => void
  onAsk: (question: Question) => void
  onSkip: () => void
  onBack: () => void
  onUndo: () => void
  isDisabled: boolean
}

export const ActionBar = ({
  onDirect,
  onAsk,
  onSkip,
  onBack,
  onUndo,
  isDisabled,
}: ActionBarProps) => (
  <Toolbar
    aria-label={t('triage.actions')}
    className="grid shrink-0 grid-cols-5 gap-1 border-t border-border bg-surface p-2 md:flex md:flex-wrap md:px-4"
  >
    {DIRECT.map((direct) => (
      <ActionButton
        key={direct.action}
        {...direct}
        label={t(direct.label)}
        isPrimary={direct.action === 'approve'}
        isDisabled={isDisabled}
        onPress={() => onDirect(direct)}
      />
    ))}
    {QUESTIONS.map(({ question, ...shown }) => (
      <ActionButton
        key={question}
        {...shown}
        label={t(shown.label)}
        isDisabled={isDisabled}
        onPress={() => onAsk(question)}
      />
    ))}
    <span className="flex-1 max-md:hidden" />
    <ActionButton icon={ArrowLeft} keys="k" label={t('triage.back')} isShort onPress={onBack} />
    <ActionButton icon={Undo2} keys="u" label={t('shell.undo')} isShort onPress={onUndo} />
    <ActionButton
      icon={SkipForward}
      keys="n"
      label={t('triage.skip')}
      isShort
      isDisabled={isDisabled}
      onPress={onSkip}
    />
  </Toolbar>
)

type ActionButtonProps = {
  icon: LucideIcon
  keys: string
  label: string
  isPrimary?: boolean
  /** On wide screens the icon and the key say enough. */
  isShort?: boolean
  isDisabled?: boolean
  onPress: () => void
}

const LOOK = {
  primary: 'border-accent bg-accent text-accent-text hover:opacity-90',
  plain: 'border-border bg-raised text-text hover:bg-hover pressed:bg-hover',
}

export const ActionButton = ({
  icon: Icon,
  keys,
  label,
  isPrimary = false,
  isShort = false,
  isDisabled = false,
  onPress,
}: ActionButtonProps) => (
  <Button
    onPress={onPress}
    isDisabled={isDisabled}
    className={`flex min-w-0 cursor-default items-center justify-center gap-1.5 rounded border text-sm select-none max-md:h-12 max-md:flex-col max-md:gap-0 max-md:text-[11px] md:h-8 md:px-2.5 disabled:opacity-50 ${isPrimary ? LOOK.primary : LOOK.plain}`}
  >
    <Icon size={16} aria-hidden className="shrink-0" />
    <span className={`max-w-full truncate ${isShort ? 'md:sr-only' : ''}`}>{label}</span>
    <kbd aria-hidden className="max-md:hidden">
      {shownKeys(keys)}
    </kbd>
  </Button>
)
