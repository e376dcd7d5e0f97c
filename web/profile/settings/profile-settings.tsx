import { useId, useState } from 'react'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { LeaveGuard } from '../../app/leave-guard.tsx'
import { AboutFields } from './about-fields.tsx'
import { AccountFacts, Identity } from './identity.tsx'
import { SaveRow } from './save-row.tsx'
import { Section } from './section.tsx'
import { useProfileForm } from './use-profile-form.ts'

export function ProfileSettings({ user }: { user: CurrentUser }) {
  const form = useProfileForm(user)
  const [isUsernameUnsaved, setIsUsernameUnsaved] = useState(false)
  const formId = useId()

  return (
    <Section title="Your profile">
      <Identity user={user} form={form} onUsernameTyped={setIsUsernameUnsaved} />
      <form
        id={formId}
        noValidate
        onSubmit={form.submit}
        aria-label="About you"
        className="flex flex-col gap-4 [&_:focus]:scroll-mb-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+var(--offline-notice-height,0px)+6rem)]"
      >
        <AboutFields form={form} />
      </form>
      <SaveRow form={form} formId={formId} />
      <AccountFacts user={user} />
      <LeaveGuard hasUnsaved={form.hasUnsaved || isUsernameUnsaved} onDiscard={form.discard} />
    </Section>
  )
}
