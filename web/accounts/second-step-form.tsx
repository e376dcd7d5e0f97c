import { useEffect, useRef } from 'react'
import type { LoginAnswer } from '../../contract/accounts.ts'
import { MESSAGES } from '../../contract/second-factor.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { logInWithCode } from './api.ts'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { useAccountForm } from './use-account-form.ts'

interface SecondStepFormProps {
  challenge: string
  onSignedIn: (answer: LoginAnswer) => void
  onBack: () => void
}

/** The code of an app, or a recovery code, for an account whose password was right. */
export function SecondStepForm({ challenge, onSignedIn, onBack }: SecondStepFormProps) {
  const form = useAccountForm({
    empty: { code: '' },
    check: ({ code }): { code?: string } =>
      code.trim() === '' ? { code: MESSAGES.codeRequired } : {},
    failed: MESSAGES.challengeOver,
    send: async ({ code }) => onSignedIn(await logInWithCode(challenge, code)),
  })
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={box} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <FormFailureBanner failure={form.failure} />
      <TextField
        {...form.field('code')}
        label="Code"
        description="Six digits of your app, or one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <Button type="submit" variant="primary" busy={form.isSubmitting}>
        Sign in
      </Button>
      <Button onClick={onBack}>Back</Button>
    </form>
  )
}
