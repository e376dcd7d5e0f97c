import { communityBranding } from '../platform/community.ts'
import type { FormFailure } from '../platform/form/use-form.ts'
import { Banner } from '../ui/banner.tsx'

export function FormFailureBanner({ failure }: { failure: FormFailure | undefined }) {
  if (!failure) return null
  return (
    <Banner tone="error">
      <p>{failure.sentence}</p>
      {failure.status === 0 && <UnreachableHint />}
    </Banner>
  )
}

function UnreachableHint() {
  return (
    <p className="text-ink-soft text-sm">
      We could not reach {communityBranding().name}. What you typed is still here: please check your
      connection.
    </p>
  )
}
