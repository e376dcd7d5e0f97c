import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type LoginAnswer,
  loginBody,
  MESSAGES,
  PASSWORD_MIN_AT_RESET,
  REMEMBER_ME_DAYS,
} from '../../contract/accounts.ts'
import { characterCount } from '../../contract/text.ts'
import { paths } from '../app/paths.ts'
import { ApiError } from '../platform/api-error.ts'
import { fieldErrors } from '../platform/form/field-errors.ts'
import { lazyChunk, optionalChunk } from '../platform/lazy-chunk.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { logIn } from './api.ts'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { clearRegisteredEmail, rememberedEmail } from './registered-email.ts'
import { ResendButton } from './resend-verification.tsx'
import { takeTypedAhead } from './typed-ahead.ts'
import { type AccountForm, useAccountForm } from './use-account-form.ts'

const SecondStepForm = lazyChunk(() => import('./second-step-form.tsx'), 'SecondStepForm')
const PasskeySignIn = optionalChunk(() => import('./passkey-sign-in.tsx'), 'PasskeySignIn')
const SuspendedPanel = lazyChunk(() => import('./suspended-panel.tsx'), 'SuspendedPanel')

interface LoginFormProps {
  signIn: (answer: LoginAnswer, rememberMe: boolean) => void
}

/** The whole page of the sign-in; the build draws it, too, where there is no session. */
export function LoginForm({ signIn }: LoginFormProps) {
  const navigate = useNavigate()
  const [typed] = useState(takeTypedAhead)
  const [registeredEmail] = useState(rememberedEmail)
  const [rememberMe, setRememberMe] = useState(typed.rememberMe)
  const [starting, setStarting] = useState<string>()
  const [challenge, setChallenge] = useState<string>()
  function enter(answer: LoginAnswer) {
    signIn(answer, rememberMe)
    clearRegisteredEmail()
    void navigate(paths.home, { replace: true })
  }
  const form = useAccountForm({
    empty: { email: typed.email || registeredEmail, password: typed.password },
    check,
    failed: MESSAGES.loginFailed,
    async send({ email, password }) {
      try {
        enter(await logIn({ email, password, rememberMe }, setStarting))
      } catch (error) {
        if (!(error instanceof ApiError) || !error.challenge) throw error
        setChallenge(error.challenge)
      } finally {
        setStarting(undefined)
      }
    },
  })
  const box = useTypedAhead(typed)
  if (challenge !== undefined) {
    const goBack = () => setChallenge(undefined)
    return <SecondStep challenge={challenge} onSignedIn={enter} onBack={goBack} />
  }
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
      <SignInFailure form={form} />
      <form ref={box} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <CredentialFields form={form} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <RememberMe checked={rememberMe} onChange={setRememberMe} />
          <AccountLink to={paths.forgotPassword} state={form.values.email}>
            Forgot password?
          </AccountLink>
        </div>
        <Button type="submit" variant="primary" busy={form.isSubmitting}>
          Sign in
        </Button>
      </form>
      <PasskeyPlace rememberMe={rememberMe} onSignedIn={enter} />
    </AccountPage>
  )
}

interface PasskeyPlaceProps {
  rememberMe: boolean
  onSignedIn: (answer: LoginAnswer) => void
}

/** Has its room before its code has come, so that nothing moves. The build knows no browser. */
function PasskeyPlace(props: PasskeyPlaceProps) {
  return (
    <div className="min-h-11">
      {typeof document !== 'undefined' && (
        <Suspense>
          <PasskeySignIn {...props} />
        </Suspense>
      )}
    </div>
  )
}

function RememberMe(choice: { checked: boolean; onChange: (isChosen: boolean) => void }) {
  return <Checkbox name="rememberMe" label={`Remember me (${REMEMBER_ME_DAYS} days)`} {...choice} />
}

interface SecondStepProps {
  challenge: string
  onSignedIn: (answer: LoginAnswer) => void
  onBack: () => void
}

function SecondStep(props: SecondStepProps) {
  return (
    <AccountPage title="One more step" lead="Your account asks for a code besides your password.">
      <Suspense>
        <SecondStepForm {...props} />
      </Suspense>
    </AccountPage>
  )
}

type SignInForm = AccountForm<'email' | 'password'>

/** Why it did not succeed, and the way on from there. */
function SignInFailure({ form: { failure, values } }: { form: SignInForm }) {
  return (
    <>
      <FormFailureBanner failure={failure} />
      {failure?.sentence === MESSAGES.notVerified && <ResendButton email={values.email} />}
      {failure?.code === 'suspended' && (
        <Suspense>
          <SuspendedPanel {...values} />
        </Suspense>
      )}
    </>
  )
}

/** Who was in a field of the page's own form goes on there; what was sent from it is sent now. */
function useTypedAhead({ focused, isSent }: ReturnType<typeof takeTypedAhead>) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (focused) form.current?.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus()
  }, [focused])
  useEffect(() => {
    if (isSent) form.current?.requestSubmit()
  }, [isSent])
  return form
}

function CredentialFields({ form }: { form: SignInForm }) {
  return (
    <>
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="username webauthn"
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
