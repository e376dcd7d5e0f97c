import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  loginBody,
  MESSAGES,
  PASSWORD_MIN_AT_RESET,
  REMEMBER_ME_DAYS,
} from '../../contract/accounts.ts'
import { characterCount } from '../../contract/text.ts'
import { paths } from '../app/paths.ts'
import { useSession } from '../app/session.tsx'
import { fieldErrors } from '../platform/form/field-errors.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { logIn } from './api.ts'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { ResendButton } from './resend-verification.tsx'
import { type AccountForm, useAccountForm } from './use-account-form.ts'

export function LoginScreen() {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const [rememberMe, setRememberMe] = useState(false)
  const [starting, setStarting] = useState<string>()
  const form = useAccountForm({
    empty: { email: '', password: '' },
    check,
    failed: MESSAGES.loginFailed,
    async send({ email, password }) {
      try {
        signIn(await logIn({ email, password, rememberMe }, setStarting), rememberMe)
        void navigate(paths.home, { replace: true })
      } finally {
        setStarting(undefined)
      }
    },
  })
  return (
    <AccountPage
      title="Welcome back"
      lead="Sign in to see what your friends made."
      links={
        <AccountLink to={paths.register} before="New here?">
          Create an account
        </AccountLink>
      }
    >
      {starting && <Banner tone="info">{starting}</Banner>}
      <FormFailureBanner failure={form.failure} />
      {form.failure?.status === 403 && <ResendButton email={form.values.email} />}
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <CredentialFields form={form} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            label={`Remember me (${REMEMBER_ME_DAYS} days)`}
            checked={rememberMe}
            onChange={setRememberMe}
          />
          <AccountLink to={paths.forgotPassword}>Forgot password?</AccountLink>
        </div>
        <Button type="submit" variant="primary" busy={form.isSubmitting}>
          Sign in
        </Button>
      </form>
    </AccountPage>
  )
}

function CredentialFields({ form }: { form: AccountForm<'email' | 'password'> }) {
  return (
    <>
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        required
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        minLength={PASSWORD_MIN_AT_RESET}
        required
      />
    </>
  )
}

function check(values: { email: string; password: string }) {
  const errors = fieldErrors(loginBody, values)
  const isShort = characterCount(values.password) < PASSWORD_MIN_AT_RESET
  return isShort ? { password: MESSAGES.passwordShortAtReset, ...errors } : errors
}
