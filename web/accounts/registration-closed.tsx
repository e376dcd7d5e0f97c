import { MESSAGES } from '../../contract/registration.ts'
import { CannotRegister } from './cannot-register.tsx'

const WITHOUT_WAY = {
  closed: { title: 'Registration is closed', sentence: MESSAGES.registrationClosed },
  invite: { title: 'By invitation', sentence: MESSAGES.invitationNeeded },
}

interface RegistrationClosedProps {
  registration: keyof typeof WITHOUT_WAY
}

/** In place of the form, where nobody can register, or nobody without a link. */
export function RegistrationClosed({ registration }: RegistrationClosedProps) {
  return <CannotRegister {...WITHOUT_WAY[registration]} />
}
