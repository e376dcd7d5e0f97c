import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { AboutFields } from './about-fields.tsx'
import { Identity } from './identity.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SaveRow } from './save-row.tsx'
import { Section } from './section.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** The member's own card, to be changed and saved. */
export function ProfileSettings({ user }: { user: CurrentUser }) {
  const form = useProfileForm(user)
  const [isUsernameUnsaved, setIsUsernameUnsaved] = useState(false)
  const fields = useRef<HTMLFormElement>(null)
  const formId = useId()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    await form.save()
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return (
    <Section title="Your profile">
      <Identity user={user} form={form} onUsernameTyped={setIsUsernameUnsaved} />
      <form
        ref={fields}
        id={formId}
        noValidate
        onSubmit={submit}
        aria-label="About you"
        className="flex flex-col gap-4"
      >
        <AboutFields form={form} />
      </form>
      <SaveRow form={form} formId={formId} />
      <LeaveGuard hasUnsaved={form.hasUnsaved || isUsernameUnsaved} onDiscard={form.discard} />
    </Section>
  )
}
