import type { FormFailure } from '../../platform/form/use-form.ts'
import { Banner } from '../../ui/banner.tsx'

/** Why it was not done. That the password is asked for again is no failure: its field says so. */
export function ActFailure({ failure }: { failure: FormFailure | undefined }) {
  if (!failure || failure.code === 'confirmation_needed') return null
  return <Banner tone="error">{failure.sentence}</Banner>
}
