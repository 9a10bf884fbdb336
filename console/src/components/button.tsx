import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  OverlayArrow,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components'
import { shownKeys } from '../core/shortcuts.ts'

const LOOKS = {
  plain: 'border-border bg-raised text-text hover:bg-hover pressed:bg-hover',
  primary: 'border-accent bg-accent text-accent-text hover:opacity-90',
  danger: 'border-danger bg-danger text-danger-text hover:opacity-90',
  quiet: 'border-transparent bg-transparent text-text hover:bg-hover',
}

const BASE =
  'inline-flex items-center justify-center gap-1.5 rounded border text-sm leading-5 cursor-default select-none disabled:opacity-50 data-[pending]:opacity-60 whitespace-nowrap'

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'children'> & {
  look?: keyof typeof LOOKS
  icon?: LucideIcon
  /** The key that does the same. */
  keys?: string
  children: ReactNode
}

/** For a link that looks like a button. */
export const buttonClass = (look: keyof typeof LOOKS = 'plain') => `${BASE} ${LOOKS[look]} h-8 px-3`

export const Button = ({ look = 'plain', icon: Icon, keys, children, ...props }: ButtonProps) => (
  <AriaButton {...props} className={buttonClass(look)}>
    {Icon && <Icon size={16} aria-hidden />}
    {children}
    {/* A narrow screen has rarely a keyboard. */}
    {keys && (
      <kbd aria-hidden className="max-md:hidden">
        {shownKeys(keys)}
      </kbd>
    )}
  </AriaButton>
)

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon'> & {
  icon: LucideIcon
  label: string
}

/** A button with only an icon has its label as a tooltip. */
export const IconButton = ({
  look = 'quiet',
  icon: Icon,
  label,
  keys,
  ...props
}: IconButtonProps) => (
  <TooltipTrigger delay={500}>
    <AriaButton {...props} aria-label={label} className={`${BASE} ${LOOKS[look]} size-8 shrink-0`}>
      <Icon size={16} aria-hidden />
    </AriaButton>
    <Hint>
      {label} {keys && <kbd>{shownKeys(keys)}</kbd>}
    </Hint>
  </TooltipTrigger>
)

/** The text of a tooltip. */
export const Hint = ({ children }: { children: ReactNode }) => (
  <Tooltip
    offset={6}
    className="max-w-72 rounded border border-border bg-raised px-2 py-1 text-xs text-text"
  >
    <OverlayArrow />
    {children}
  </Tooltip>
)

export const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <AriaLink href={href} target="_blank" rel="noreferrer" className="text-accent hover:underline">
    {children}
  </AriaLink>
)
