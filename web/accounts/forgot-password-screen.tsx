import { useState } from 'react'
import { useLocation } from 'react-router'
import { MESSAGES } from '../../contract/accounts.ts'
import { paths } from '../app/paths.ts'
import { Banner } from '../ui/banner.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { requestPasswordReset } from './api.ts'
import { EmailForm } from './email-form.tsx'

export function ForgotPasswordScreen() {
  const [success, setSuccess] = useState<string>()
  const { state } = useLocation()
  async function send(email: string) {
    setSuccess(undefined)
    const { msg } = await requestPasswordReset(email)
    setSuccess(msg || MESSAGES.resetMailSent)
  }
  return (
    <AccountPage
      title="Forgot your password?"
      lead="Tell us your email, and we send you a link to choose a new one."
      links={<AccountLink to={paths.login}>Back to sign in</AccountLink>}
    >
      {success && <Banner tone="success">{success}</Banner>}
      <EmailForm
        label="Send reset link"
        // Typed at the sign-in already.
        email={typeof state === 'string' ? state : ''}
        send={send}
        failed={MESSAGES.resetMailFailed}
      />
    </AccountPage>
  )
}
