import { useState } from 'react'
import { MESSAGES, resendBody } from '../../contract/accounts.ts'
import { errorMessage } from '../platform/api-error.ts'
import { useForm } from '../platform/form/use-form.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { resendVerification } from './api.ts'
import { EmailForm } from './email-form.tsx'

/** Asks for another verification mail to an address that is known already. */
export function ResendButton({ email }: { email: string }) {
  const [message, setMessage] = useState<string>()
  const { isSubmitting, submit } = useForm({
    parse: () => ({ data: email }),
    send: async (email: string) => setMessage(await resendOutcome(email)),
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

export function ResendForm() {
  const [message, setMessage] = useState<string>()
  return (
    <div className="flex flex-col gap-4">
      <ResendMessage message={message} />
      <EmailForm
        label="Resend verification email"
        body={resendBody}
        send={async (email) => setMessage(await resendOutcome(email))}
        failed={MESSAGES.verificationMailFailed}
      />
    </div>
  )
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
