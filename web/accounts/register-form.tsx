import { type SubmitEvent, useEffect, useRef } from 'react'
import { MESSAGES } from '../../contract/accounts.ts'
import {
  ANSWER_MAX,
  MESSAGES as REGISTRATION_MESSAGES,
  registrationFields,
} from '../../contract/registration.ts'
import { paths } from '../app/paths.ts'
import { fieldErrors } from '../platform/form/field-errors.ts'
import type { FieldErrors } from '../platform/form/use-form.ts'
import { Button } from '../ui/button.tsx'
import { countedLength } from '../ui/character-counter.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AccountLink, AccountPage } from './account-page.tsx'
import { register } from './api.ts'
import { useCaptcha } from './captcha.ts'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { PasswordRules } from './password-rules.tsx'
import { makeBrowserSecret } from './registered-email.ts'
import { useRegistrationProof } from './registration-proof.ts'
import { ResendButton } from './resend-verification.tsx'
import { type AccountForm, useAccountForm } from './use-account-form.ts'

const FIRST_ADMINISTRATOR = 'You will be the first administrator of this Snug.'
const BY_APPROVAL = 'Somebody who runs this community reads what you write here, and lets you in.'
const WORKING = 'One moment: a small task to keep robots out…'
const OWN_NAME =
  'You chose this name a moment ago. Perhaps the password is not the same as it was then.'
const ANSWERS = ['answer1', 'answer2'] as const
const EMPTY = { username: '', email: '', password: '', captcha: '', answer1: '', answer2: '' }

/** What of a registration is in the form again where its address is corrected: not the password. */
export type Sent = Omit<typeof EMPTY, 'password' | 'captcha'>

interface RegisterFormProps {
  random: () => number
  host: string | null
  invite: string | null
  /** What is asked of who is let in by approval; undefined where nobody has to be. */
  questions: string[] | undefined
  /** What was sent before, where its address is corrected now. */
  corrected: Sent | undefined
  onRegistered: (sent: Sent, sentence: string) => Promise<void>
}

export function RegisterForm(props: RegisterFormProps) {
  const { random, host, questions, corrected } = props
  const captcha = useCaptcha(random)
  const { form, proof } = useRegistration(props, captcha)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const isWrong = captcha.errorOf(form.values.captcha) === MESSAGES.captchaWrong
    void form.submit(event)
    if (!isWrong) return
    captcha.renew()
    form.put('captcha', '')
  }
  const lead = host !== null ? FIRST_ADMINISTRATOR : questions && BY_APPROVAL
  return (
    <AccountPage
      title="Create your account"
      {...(lead && { lead })}
      links={
        <AccountLink to={paths.login} before="Already a member?">
          Sign in
        </AccountLink>
      }
    >
      <FormFailureBanner failure={form.failure} />
      <form noValidate onSubmit={submit} onFocus={proof.begin} className="flex flex-col gap-4">
        <NewAccountFields form={form} corrected={corrected} />
        {questions && <AnswerFields form={form} questions={questions} />}
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
        {proof.isAsked && (
          <p role="status" className="-mt-2 min-h-5 text-center text-ink-soft text-sm">
            {proof.isAwaited && WORKING}
          </p>
        )}
      </form>
    </AccountPage>
  )
}

/** What is typed, checked and sent, and the proof of work that goes with it. */
function useRegistration(
  { host, invite, questions, corrected, onRegistered }: RegisterFormProps,
  captcha: ReturnType<typeof useCaptcha>,
) {
  const proof = useRegistrationProof({ isAsked: host === null && invite === null })
  const form = useAccountForm({
    empty: { ...EMPTY, ...corrected },
    failed: MESSAGES.registerFailed,
    fieldOf,
    check(values) {
      const wrong = captcha.errorOf(values.captcha)
      return {
        ...fieldErrors(registrationFields, values),
        ...(wrong ? { captcha: wrong } : {}),
        ...wrongAnswers(values, questions),
      }
    },
    async send({ username, email, password, answer1, answer2 }) {
      const answers = [answer1, answer2].slice(0, questions?.length ?? 0)
      const { msg } = await proof.send((proof) =>
        register({
          ...{ username, email, password, browserSecret: makeBrowserSecret() },
          ...(host !== null && { host }),
          ...(invite !== null && { invite }),
          ...(answers.length > 0 && { answers }),
          ...(proof && { proof }),
        }),
      )
      await onRegistered({ username, email, answer1, answer2 }, msg || MESSAGES.registered)
    },
  })
  return { form, proof }
}

type RegistrationForm = AccountForm<keyof typeof EMPTY>

function AnswerFields({ form, questions }: { form: RegistrationForm; questions: string[] }) {
  return questions.map((question, index) => (
    <TextField
      key={question}
      {...form.field(ANSWERS[index] ?? 'answer1')}
      label={question}
      counterMax={ANSWER_MAX}
      autoComplete="off"
      required
    />
  ))
}

interface NewAccountFieldsProps {
  form: RegistrationForm
  corrected: Sent | undefined
}

function NewAccountFields({ form, corrected }: NewAccountFieldsProps) {
  const [username, email] = [form.field('username'), form.field('email')]
  const isOwnName = form.values.username.toLowerCase() === corrected?.username.toLowerCase()
  const emailBox = useRef<HTMLInputElement>(null)
  const isCorrection = corrected !== undefined
  useEffect(() => {
    if (isCorrection) emailBox.current?.focus()
  }, [isCorrection])
  return (
    <>
      <TextField
        {...username}
        label="Username"
        description={isOwnName && username.error === MESSAGES.usernameTaken && OWN_NAME}
        autoComplete="username"
        required
      />
      <TextField
        {...email}
        ref={emailBox}
        label="Email"
        type="email"
        autoComplete="email"
        required
      />
      {email.error === MESSAGES.emailWaiting && <ResendButton email={form.values.email} />}
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        aria-describedby="password-rules"
        required
      />
      <PasswordRules password={form.values.password} />
    </>
  )
}

function wrongAnswers(values: typeof EMPTY, questions: string[] = []) {
  const wrong: FieldErrors<(typeof ANSWERS)[number]> = {}
  for (const name of ANSWERS.slice(0, questions.length)) {
    if (values[name].trim() === '') wrong[name] = REGISTRATION_MESSAGES.answersMissing
    else if (countedLength(values[name]) > ANSWER_MAX)
      wrong[name] = REGISTRATION_MESSAGES.answerLong
  }
  return wrong
}

function fieldOf(sentence: string) {
  const lower = sentence.toLowerCase()
  return (['email', 'username', 'password'] as const).find((name) => lower.includes(name))
}
