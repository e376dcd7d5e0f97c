import { useState } from 'react'
import { MESSAGES } from '../../contract/registration.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { CannotRegister } from './cannot-register.tsx'
import { rememberedEmail } from './registered-email.ts'
import { ResendButton } from './resend-verification.tsx'

interface InvitationEndedProps {
  /** Where who registered by it corrects their address. */
  registerPath: string
  /** Whether anybody may register without one. */
  isOpen: boolean
}

/**
 * Who registered here may hold its last place themselves. Whether they still do, this device does
 * not know.
 */
export function InvitationEnded({ registerPath, isOpen }: InvitationEndedProps) {
  const [email] = useState(rememberedEmail)
  return (
    <CannotRegister
      title="This invitation is over"
      sentence={MESSAGES.invitationEnded}
      isFailure
      isOpen={isOpen}
    >
      {email && (
        <>
          <p className="wrap-anywhere text-ink-soft">
            Did you register with <bdi>{email}</bdi>? Then the link in our mail lets you in. If you
            opened that already, sign in.
          </p>
          <ResendButton email={email} />
          <ButtonLink to={registerPath}>Change address</ButtonLink>
        </>
      )}
    </CannotRegister>
  )
}
