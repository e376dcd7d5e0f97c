import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { MESSAGES, registerBody } from '../../contract/accounts.ts'
import { paths } from '../app/paths.ts'
import { fieldErrors } from '../platform/form/field-errors.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { register } from './api.ts'
import { useCaptcha } from './captcha.ts'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { PasswordRules } from './password-rules.tsx'
import { ResendButton } from './resend-verification.tsx'
import { type AccountForm, useAccountForm } from './use-account-form.ts'

const FIRST_ADMINISTRATOR = 'You will be the first administrator of this Snug.'
const EMPTY = { username: '', email: '', password: '', captcha: '' }

export function RegisterScreen({ random = Math.random }: { random?: () => number }) {
  const captcha = useCaptcha(random)
  const [query] = useSearchParams()
  const host = query.get('host')
  const [success, setSuccess] = useState<string>()
  const form = useAccountForm({
    empty: EMPTY,
    failed: MESSAGES.registerFailed,
    fieldOf,
    check(values) {
      const wrong = captcha.errorOf(values.captcha)
      return { ...fieldErrors(registerBody, values), ...(wrong ? { captcha: wrong } : {}) }
    },
    async send({ captcha: _, ...account }) {
      setSuccess(undefined)
      const { msg } = await register(host === null ? account : { ...account, host })
      setSuccess(msg || MESSAGES.registered)
      form.clear()
      captcha.renew()
    },
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const isWrong = captcha.errorOf(form.values.captcha) === MESSAGES.captchaWrong
    void form.submit(event)
    if (!isWrong) return
    captcha.renew()
    form.put('captcha', '')
  }
  return (
    <AccountPage
      title="Create your account"
      {...(host !== null && { lead: FIRST_ADMINISTRATOR })}
      links={
        <AccountLink to={paths.login} before="Already a member?">
          Sign in
        </AccountLink>
      }
    >
      {success && <Success sentence={success} />}
      <FormFailureBanner failure={form.failure} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <NewAccountFields form={form} />
        <TextField
          {...form.field('captcha')}
          onBlur={undefined}
          label={captcha.question}
          description="To keep robots out."
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <Button type="submit" variant="primary" busy={form.isSubmitting}>
          Create account
        </Button>
      </form>
    </AccountPage>
  )
}

function NewAccountFields({ form }: { form: AccountForm<keyof typeof EMPTY> }) {
  const email = form.field('email')
  return (
    <>
      <TextField {...form.field('username')} label="Username" autoComplete="username" required />
      <TextField {...email} label="Email" type="email" autoComplete="email" required />
      {email.error === MESSAGES.emailWaiting && <ResendButton email={form.values.email} />}
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        required
      />
      <PasswordRules password={form.values.password} />
    </>
  )
}

/** The form below is empty again, so the eye and the reading voice are led up here. */
function Success({ sentence }: { sentence: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} tabIndex={-1} className="outline-none">
      <Banner tone="success">{sentence}</Banner>
    </div>
  )
}

function fieldOf(sentence: string) {
  const lower = sentence.toLowerCase()
  return (['email', 'username', 'password'] as const).find((name) => lower.includes(name))
}
