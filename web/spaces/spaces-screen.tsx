import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { generatePath, Outlet, useNavigate } from 'react-router'
import { paths } from '../app/paths.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { mySpacesOptions } from './api.ts'
import { Discover } from './discover.tsx'
import { MySpaces } from './my-spaces.tsx'
import { SpaceDialogsProvider } from './space-dialogs.tsx'
import { useSpacesInStep } from './space-events.ts'
import { SpaceFormDialog } from './space-form-dialog.tsx'
import { SpacesFilter } from './spaces-filter.tsx'
import { useSpacesUrlState } from './spaces-url-state.ts'

// Spaces: rooms for one theme, to find, to found and to be in. The address says what is listed, and
// stays while a space is open over the list, which is then where one left it.

export function SpacesScreen() {
  useSpacesInStep()
  return (
    <Page title="Spaces" width="wide" actions={<CreateSpace />}>
      <SpaceDialogsProvider>
        <SpaceLists />
      </SpaceDialogsProvider>
      <Outlet />
    </Page>
  )
}

function SpaceLists() {
  const { address: urlState, change, linkToPage } = useSpacesUrlState()
  const { data: mine } = useQuery(mySpacesOptions())
  const filter = (
    <SpacesFilter
      search={urlState.search}
      vibe={urlState.vibe}
      onSearch={(search) => change({ search })}
      onVibe={(vibe) => change({ vibe })}
    />
  )
  return (
    <Tabs
      label="Spaces"
      value={urlState.tab}
      onChange={(tab) => change({ tab })}
      tabs={[
        {
          value: 'discover',
          label: 'Discover',
          panel: (
            <div className="flex flex-col gap-4">
              {filter}
              <Discover filter={urlState} linkToPage={linkToPage} />
            </div>
          ),
        },
        {
          value: 'mine',
          label: 'My Spaces',
          count: mine?.length,
          panel: (
            <div className="flex flex-col gap-4">
              {filter}
              <MySpaces filter={urlState} />
            </div>
          ),
        },
      ]}
    />
  )
}

/** The new space opens at once, ready for its first message. */
function CreateSpace() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-5" />
        Create Space
      </Button>
      <SpaceFormDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        // While the dialog is open, so that the space takes the dialog's place in the history.
        onSaved={({ _id }) =>
          navigate(
            { pathname: generatePath(paths.space, { id: _id }), search: '?tab=mine' },
            { replace: true },
          )
        }
      />
    </>
  )
}
