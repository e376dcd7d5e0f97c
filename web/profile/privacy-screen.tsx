import { LockKeyhole } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

export function PrivacyScreen() {
  return (
    <Page title="Privacy">
      <EmptyState
        icon={<LockKeyhole />}
        title="This room is still being built"
        text="Its door is here already; what belongs behind it is on its way."
      />
    </Page>
  )
}
