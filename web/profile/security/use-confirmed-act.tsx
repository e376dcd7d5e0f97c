import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { MESSAGES } from '../../../contract/account-security.ts'
import { ApiError } from '../../platform/api-error.ts'
import { optionalChunk } from '../../platform/lazy-chunk.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { confirmPassword } from './api.ts'

const ConfirmWithPasskey = optionalChunk(
  () => import('./confirm-with-passkey.tsx'),
  'ConfirmWithPasskey',
)

export interface ConfirmedAct {
  /** Does it, with the password first where it was asked for. What refuses it is thrown. */
  run(act: () => Promise<void>): Promise<void>
  /** Where the password is typed, once the server asked for it. */
  field: ReactNode
}

type Step = 'none' | 'asked' | 'thanked'

/**
 * What the server does only for who proved lately who they are: it is asked for when that is
 * needed.
 */
export function useConfirmedAct(): ConfirmedAct {
  const [step, setStep] = useState<Step>('none')
  const [password, setPassword] = useState('')
  /** Undefined until the server asks for it. */
  const [code, setCode] = useState<string>()

  async function run(act: () => Promise<void>) {
    try {
      if (step === 'asked') {
        await confirmPassword(password, code)
        finish('none')
      }
      await act()
      finish('none')
    } catch (error) {
      if (asksToConfirm(error)) setStep('asked')
      if (error instanceof ApiError && 'confirmationCode' in error.fields)
        setCode((typed) => typed ?? '')
      throw error
    }
  }
  function finish(next: Step) {
    setStep(next)
    setPassword('')
    setCode(undefined)
  }

  const fields = (
    <>
      <AskedPassword value={password} onChange={(event) => setPassword(event.target.value)} />
      {code !== undefined && (
        <TextField
          label="Code of your app"
          description="Six digits, or one of your recovery codes."
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          required
        />
      )}
      <Suspense>
        <ConfirmWithPasskey onConfirmed={() => finish('thanked')} />
      </Suspense>
    </>
  )
  return { run, field: step === 'asked' ? fields : step === 'thanked' && <Thanks /> }
}

/** That the password is needed first: nothing failed, and `field` says so. */
export function asksToConfirm(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirmation_needed'
}

/** Takes the focus: it came by a press that waits for it. */
function AskedPassword(props: Pick<ComponentProps<typeof PasswordField>, 'value' | 'onChange'>) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <PasswordField
      {...props}
      ref={input}
      label="Your password"
      description={MESSAGES.confirmationNeeded}
      autoComplete="current-password"
      required
    />
  )
}

/** Takes the focus: the button that had it is gone. */
function Thanks() {
  return (
    <p ref={(text) => text?.focus()} tabIndex={-1} className="outline-none">
      {MESSAGES.goOn}
    </p>
  )
}
