// Asks for the password again without leaving the screen. Every other way in opens in a window of its own.
import { useQueryClient } from '@tanstack/react-query'
import { SquareArrowOutUpRight } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { reportNewSession, SIGN_IN_PATH, signIn } from '../api/ended-session.ts'
import { sessionQuery, useSession } from '../api/session.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { t } from '../core/i18n.ts'

const LOOK_MS = 2_000

export default function SignInDialog({
  isOpen,
  onClose,
}: {
  isOpen: boolean
  onClose: () => void
}) {
  return (
    <Dialog title={t('shell.session.title')} isOpen={isOpen} onClose={onClose}>
      <SignIn />
    </Dialog>
  )
}

function SignIn() {
  const { user } = useSession()
  const [password, setPassword] = useState('')
  const [continuation, setContinuation] = useState<string>()
  const [code, setCode] = useState('')
  const { enter, openWindow } = useNewSession(user.id)
  const submit = async () => {
    const answer = await signIn(
      continuation === undefined
        ? { email: user.email_address ?? '', password }
        : { continuation, code: code.trim() },
    )
    switch (answer.type) {
      case 'signed_in':
        // Who must set up a second factor first does so in the window.
        return answer.next === '/admin' ? enter() : openWindow(answer.next)
      case 'code_needed':
        setCode('')
        return setContinuation(answer.continuation)
      case 'blocked':
        throw new Error(t('shell.session.blocked', { seconds: answer.seconds }))
      case 'refused':
        throw new Error(
          t(continuation === undefined ? 'shell.session.wrong' : 'shell.session.wrong_code'),
        )
    }
  }
  return (
    <div className="space-y-4">
      <p className="text-muted">{t('shell.session.hint')}</p>
      <Form
        onSubmit={submit}
        submitLabel={t('shell.session.sign_in')}
        isIncomplete={(continuation === undefined ? password : code.trim()) === ''}
      >
        <TextField
          label={t('shell.session.address')}
          type="email"
          autoComplete="username"
          value={user.email_address ?? ''}
          isReadOnly
        />
        {continuation === undefined ? (
          <TextField
            label={t('shell.session.password')}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            autoFocus
          />
        ) : (
          <TextField
            label={t('shell.session.code')}
            description={t('shell.session.code_hint')}
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            maxLength={40}
            autoFocus
          />
        )}
      </Form>
      <div className="border-t border-border pt-3">
        <Button look="quiet" icon={SquareArrowOutUpRight} onPress={() => openWindow()}>
          {t('shell.session.other_ways')}
        </Button>
      </div>
    </div>
  )
}

/** Continues as soon as there is a session again, also one that began in another window. */
function useNewSession(userId: number) {
  const queryClient = useQueryClient()
  const other = useRef<Window>(null)
  const enter = async () => {
    const { user } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    other.current?.close()
    // What is on the screen is for the person who opened it.
    if (user.id === userId) reportNewSession()
    else location.reload()
  }
  const look = useEffectEvent(() => {
    if (other.current) enter().catch(() => {})
  })
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return {
    enter,
    openWindow(path = `${SIGN_IN_PATH}?return_to=/admin`) {
      other.current = window.open(path, 'earshot-sign-in', 'popup,width=480,height=720')
    },
  }
}
