import { useRef, useState } from 'react'
import { emailBody, MESSAGES } from '../../contract/accounts.ts'
import { ApiError } from '../platform/api-client.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { resendVerification } from './api.ts'
import { fieldErrors } from './field-errors.ts'
import { useAccountForm } from './use-account-form.ts'

/** Asks for another verification mail to an address that is known already. */
export function ResendButton({ email }: { email: string }) {
  const resend = useResend()
  return (
    <div className="flex flex-col gap-3">
      <ResendMessage message={resend.message} />
      <Button busy={resend.isSending} onClick={() => resend.send(email)}>
        Resend verification email
      </Button>
    </div>
  )
}

/** Asks for the address as well. */
export function ResendForm() {
  const resend = useResend()
  const form = useAccountForm({
    empty: { email: '' },
    check,
    failed: MESSAGES.verificationMailFailed,
    send: ({ email }) => resend.send(email),
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <ResendMessage message={resend.message} />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        required
      />
      <Button type="submit" variant="primary" busy={form.isSubmitting}>
        Resend verification email
      </Button>
    </form>
  )
}

function check(values: { email: string }) {
  return values.email.trim() === ''
    ? { email: MESSAGES.resendEmailMissing }
    : fieldErrors(emailBody, values)
}

/** As specified: what was sent says so itself. */
function ResendMessage({ message }: { message: string | undefined }) {
  if (!message) return null
  return <Banner tone={message.includes('sent') ? 'success' : 'error'}>{message}</Banner>
}

function useResend() {
  const [message, setMessage] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const isUnderWay = useRef(false)
  async function send(email: string) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSending(true)
    setMessage(await resendOutcome(email))
    isUnderWay.current = false
    setIsSending(false)
  }
  return { message, isSending, send }
}

async function resendOutcome(email: string): Promise<string> {
  try {
    return (await resendVerification(email)).msg || MESSAGES.verificationMailSent
  } catch (error) {
    return (error instanceof ApiError && error.message) || MESSAGES.verificationMailFailed
  }
}
