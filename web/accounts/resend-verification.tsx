import { useState } from 'react'
import { emailBody, MESSAGES } from '../../contract/accounts.ts'
import { errorMessage } from '../platform/api-client.ts'
import { fieldErrors } from '../platform/form/field-errors.ts'
import { useForm } from '../platform/form/use-form.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { resendVerification } from './api.ts'
import { useAccountForm } from './use-account-form.ts'

/** Asks for another verification mail to an address that is known already. */
export function ResendButton({ email }: { email: string }) {
  const [message, setMessage] = useState<string>()
  const { isSubmitting, submit } = useForm({
    parse: () => ({ data: email }),
    send: async (address: string) => setMessage(await resendOutcome(address)),
    failed: MESSAGES.verificationMailFailed,
  })
  return (
    <div className="flex flex-col gap-3">
      <ResendMessage message={message} />
      <Button busy={isSubmitting} onClick={() => submit()}>
        Resend verification email
      </Button>
    </div>
  )
}

/** Asks for the address as well. */
export function ResendForm() {
  const [message, setMessage] = useState<string>()
  const form = useAccountForm({
    empty: { email: '' },
    check,
    failed: MESSAGES.verificationMailFailed,
    send: async ({ email }) => setMessage(await resendOutcome(email)),
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <ResendMessage message={message} />
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

async function resendOutcome(email: string): Promise<string> {
  try {
    return (await resendVerification(email)).msg || MESSAGES.verificationMailSent
  } catch (error) {
    return errorMessage(error, MESSAGES.verificationMailFailed)
  }
}
