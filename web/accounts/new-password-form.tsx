import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  MESSAGES,
  PASSWORD_MIN_AT_RESET,
  RESET_REDIRECT_DELAY_MS,
  resetBody,
} from '../../contract/accounts.ts'
import { MESSAGES as LINK_MESSAGES } from '../../contract/mailed-links.ts'
import { paths } from '../app/paths.ts'
import { fieldErrors } from '../platform/form/field-errors.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { takeLostFocus } from '../ui/lost-focus.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { resetPassword } from './api.ts'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { useAccountForm } from './use-account-form.ts'

export function NewPasswordForm({ token }: { token: string }) {
  const [success, setSuccess] = useState<string>()
  useRedirectAfter(success !== undefined)
  const form = useAccountForm({
    empty: { password: '', repeated: '' },
    check,
    failed: MESSAGES.resetFailed,
    async send({ password }) {
      const { msg } = await resetPassword(token, password)
      setSuccess(msg || MESSAGES.resetDone)
    },
  })
  if (success) {
    return (
      <AccountPage title="Reset your password">
        <div ref={takeLostFocus} tabIndex={-1} className="outline-none">
          <Banner tone="success">{success}</Banner>
        </div>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title="Reset your password"
      lead="Choose a new password for your account."
      links={<AccountLink to={paths.forgotPassword}>Request a new link</AccountLink>}
    >
      <CodesEnd />
      <FormFailureBanner failure={form.failure} />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <PasswordField
          {...form.field('password')}
          label="New password"
          description={`At least ${PASSWORD_MIN_AT_RESET} characters`}
          autoComplete="new-password"
          required
        />
        <PasswordField
          {...form.field('repeated')}
          label="Repeat the new password"
          autoComplete="new-password"
          required
        />
        <Button type="submit" variant="primary" busy={form.isSubmitting}>
          Reset password
        </Button>
      </form>
    </AccountPage>
  )
}

/** For who comes here from “This wasn’t me”. */
function CodesEnd() {
  const { codesEndAt } = useLocation().state ?? {}
  if (!codesEndAt) return null
  return (
    <Banner tone="info">{LINK_MESSAGES.codesEnd(new Date(codesEndAt).toLocaleString())}</Banner>
  )
}

function check(values: { password: string; repeated: string }) {
  const differs = values.password === values.repeated ? {} : { repeated: MESSAGES.passwordsDiffer }
  return { ...fieldErrors(resetBody, values), ...differs }
}

function useRedirectAfter(isDone: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(
      () => void navigate(paths.login, { replace: true }),
      RESET_REDIRECT_DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [isDone, navigate])
}
