import { ShieldCheck } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

export function AdminScreen() {
  return (
    <Page title="Admin dashboard">
      <EmptyState
        icon={<ShieldCheck />}
        title="This room is still being built"
        text="Its door is here already; what belongs behind it is on its way."
      />
    </Page>
  )
}
