import { Users } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

export function FriendsScreen() {
  return (
    <Page title="Friends">
      <EmptyState
        icon={<Users />}
        title="This room is still being built"
        text="Its door is here already; what belongs behind it is on its way."
      />
    </Page>
  )
}
