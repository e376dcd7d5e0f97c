import { useEffect, useRef } from 'react'
import { MESSAGES as ACCOUNT_MESSAGES, type LoginAnswer } from '../../contract/accounts.ts'
import { MESSAGES } from '../../contract/second-factor.ts'
import { Button } from '../ui/button.tsx'
import { logInWithCode } from './api.ts'
import { CodeField } from './code-field.tsx'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { useAccountForm } from './use-account-form.ts'

interface SecondStepFormProps {
  challenge: string
  onSignedIn: (answer: LoginAnswer) => void
  onBack: () => void
}

export function SecondStepForm({ challenge, onSignedIn, onBack }: SecondStepFormProps) {
  const form = useAccountForm({
    empty: { code: '' },
    check: ({ code }): { code?: string } =>
      code.trim() === '' ? { code: MESSAGES.codeRequired } : {},
    failed: ACCOUNT_MESSAGES.loginFailed,
    send: async ({ code }) => onSignedIn(await logInWithCode(challenge, code)),
  })
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={box} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <FormFailureBanner failure={form.failure} />
      <CodeField {...form.field('code')} />
      <Button type="submit" variant="primary" busy={form.isSubmitting}>
        Sign in
      </Button>
      <Button onClick={onBack}>Back</Button>
    </form>
  )
}
