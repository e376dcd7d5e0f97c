import { Signpost } from 'lucide-react'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { paths } from './paths.ts'

export function NotFoundScreen() {
  return (
    <Page title="Page not found" isTitleHidden>
      <EmptyState
        icon={<Signpost />}
        title="There is nothing here"
        text="This page does not exist, or it has moved away."
        action={
          <ButtonLink to={paths.home} variant="primary">
            Go to the home feed
          </ButtonLink>
        }
      />
    </Page>
  )
}
