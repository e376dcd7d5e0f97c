import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { generatePath, Outlet, useMatch } from 'react-router'
import type { Space } from '../../contract/spaces.ts'
import { paths } from '../app/paths.ts'
import { useNavigateAndWait } from '../app/router-view.tsx'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { useMediaQuery } from '../platform/media-query.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { useDeferredReady } from '../ui/progressive-rendering.ts'
import { Tabs } from '../ui/tabs.tsx'
import { mySpacesOptions } from './api.ts'
import { Discover } from './discover.tsx'
import { MySpaces } from './my-spaces.tsx'
import { SpaceDialogsProvider } from './space-dialogs.tsx'
import { useSpacesSync } from './space-events.ts'
import { GridSkeleton } from './space-grid.tsx'
import { SpacesFilter } from './spaces-filter.tsx'
import { type SpacesTab, useSpacesUrlState } from './spaces-url-state.ts'

const SpaceFormDialog = lazyChunk(() => import('./form/space-form-dialog.tsx'), 'SpaceFormDialog')

// Spaces: rooms for one theme, to find, to found and to be in. The address says what is listed, and
// stays while a space is open over the list, which is then where one left it.

export function SpacesScreen() {
  useSpacesSync()
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
  const { data: mine, isPending } = useQuery(mySpacesOptions())
  const [firstTab, setFirstTab] = useState<SpacesTab>()
  // Once for a visit: whoever gets into a first space must not lose what they look at.
  if (firstTab === undefined && !isPending) setFirstTab(mine?.length ? 'mine' : 'discover')
  const isDrawn = useDeferredReady(firstTab !== undefined)
  if (useIsCovered()) return null
  if (!isDrawn || firstTab === undefined) return <GridSkeleton />
  return <SpaceTabs mine={mine} firstTab={firstTab} />
}

/** On a phone a space opened by a link covers the list: that is drawn when it closes. */
function useIsCovered(): boolean {
  const isOpen = useMatch(paths.space) !== null
  const isPhone = useMediaQuery('(width < 40rem)')
  const [wasSeen, setWasSeen] = useState(false)
  const isSeen = wasSeen || !isOpen || !isPhone
  if (isSeen && !wasSeen) setWasSeen(true)
  return !isSeen
}

interface SpaceTabsProps {
  mine: readonly Space[] | undefined
  firstTab: SpacesTab
}

function SpaceTabs({ mine, firstTab }: SpaceTabsProps) {
  const { address: urlState, change, linkToPage } = useSpacesUrlState(firstTab)
  const filter = (
    <SpacesFilter
      search={urlState.search}
      vibe={urlState.vibe}
      onSearch={(search) => change({ search })}
      onVibe={(vibe) => change({ vibe })}
    />
  )
  const showAll = () => change({ search: '', vibe: '' })
  const tabs = [
    {
      value: 'discover' as const,
      label: 'Discover',
      panel: (
        <div className="flex flex-col gap-4">
          {filter}
          <Discover filter={urlState} linkToPage={linkToPage} onShowAll={showAll} />
        </div>
      ),
    },
    {
      value: 'mine' as const,
      label: 'My Spaces',
      count: mine?.length,
      panel: (
        <div className="flex flex-col gap-4">
          {filter}
          <MySpaces filter={urlState} onShowAll={showAll} />
        </div>
      ),
    },
  ]
  return (
    <Tabs
      label="Spaces"
      value={urlState.tab}
      onChange={(tab) => change({ tab })}
      tabs={firstTab === 'mine' ? tabs.toReversed() : tabs}
    />
  )
}

/** The new space opens at once, ready for its first message. */
function CreateSpace() {
  const visit = useNavigateAndWait()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-5" />
        Create Space
      </Button>
      <Suspense>
        <SpaceFormDialog
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          // While the dialog is open, so that the space takes the dialog's place in the history.
          onSaved={({ _id }) =>
            visit(
              { pathname: generatePath(paths.space, { id: _id }), search: '?tab=mine' },
              { replace: true },
            )
          }
        />
      </Suspense>
    </>
  )
}
