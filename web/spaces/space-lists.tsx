import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Space } from '../../contract/spaces.ts'
import { useDeferredReady } from '../ui/progressive-rendering.ts'
import { Tabs } from '../ui/tabs.tsx'
import { mySpacesOptions } from './api.ts'
import { Discover } from './discover.tsx'
import { MySpaces } from './my-spaces.tsx'
import { GridSkeleton } from './space-grid.tsx'
import { SpacesFilter } from './spaces-filter.tsx'
import { type SpacesTab, useSpacesUrlState } from './spaces-url-state.ts'

interface SpaceListsProps {
  /** What they show is read, so that they are there at once when they are seen. */
  isCovered: boolean
}

/** All spaces and mine, in tabs. */
export function SpaceLists({ isCovered }: SpaceListsProps) {
  const { data: mine, isPending } = useQuery(mySpacesOptions())
  const [firstTab, setFirstTab] = useState<SpacesTab>()
  // Once for a visit: whoever gets into a first space must not lose what they look at.
  if (firstTab === undefined && !isPending) setFirstTab(mine?.length ? 'mine' : 'discover')
  const isDrawn = useDeferredReady(firstTab !== undefined)
  if (isCovered) return null
  if (!isDrawn || firstTab === undefined) return <GridSkeleton />
  return <SpaceTabs mine={mine} firstTab={firstTab} />
}

interface SpaceTabsProps {
  mine: readonly Space[] | undefined
  firstTab: SpacesTab
}

function SpaceTabs({ mine, firstTab }: SpaceTabsProps) {
  const { state: urlState, change, linkToPage } = useSpacesUrlState(firstTab)
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
