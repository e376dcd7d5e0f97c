import { ShieldAlert } from 'lucide-react'
import { MESSAGES } from '../../contract/second-factor.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { paths } from './paths.ts'

/** What stands in place of all that only administrators see, until they set up a second step. */
export function SecondFactorDemand() {
  return (
    <EmptyState
      icon={<ShieldAlert />}
      text={MESSAGES.administratorsNeed}
      action={
        <ButtonLink to={paths.security} variant="primary">
          Set it up
        </ButtonLink>
      }
    />
  )
}
