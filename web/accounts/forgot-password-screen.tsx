import { useState } from 'react'
import { emailBody, MESSAGES } from '../../contract/accounts.ts'
import { paths } from '../app/paths.ts'
import { fieldErrors } from '../platform/form/field-errors.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { requestPasswordReset } from './api.ts'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { useAccountForm } from './use-account-form.ts'

export function ForgotPasswordScreen() {
  const [success, setSuccess] = useState<string>()
  const form = useAccountForm({
    empty: { email: '' },
    check: (values) => fieldErrors(emailBody, values),
    failed: MESSAGES.resetMailFailed,
    async send({ email }) {
      setSuccess(undefined)
      const { msg } = await requestPasswordReset(email)
      setSuccess(msg || MESSAGES.resetMailSent)
    },
  })
  return (
    <AccountPage
      title="Forgot your password?"
      lead="Tell us your email, and we send you a link to choose a new one."
      links={<AccountLink to={paths.login}>Back to sign in</AccountLink>}
    >
      {success && <Banner tone="success">{success}</Banner>}
      <FormFailureBanner failure={form.failure} />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          required
        />
        <Button type="submit" variant="primary" busy={form.isSubmitting}>
          Send reset link
        </Button>
      </form>
    </AccountPage>
  )
}
