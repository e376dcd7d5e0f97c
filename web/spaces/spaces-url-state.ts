import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { SEARCH_MAX, SPACE_VIBES, type SpaceVibe } from '../../contract/spaces.ts'
import type { SpacesFilter } from './api.ts'

type SpacesTab = 'discover' | 'mine'

interface SpacesUrlState extends SpacesFilter {
  tab: SpacesTab
  vibe: SpaceVibe | ''
}

/** What the list of spaces shows is in its address: `?tab&page&search&vibe`, each left out at its default. */
export function useSpacesUrlState() {
  const [params, setParams] = useSearchParams()
  const address: SpacesUrlState = {
    tab: params.get('tab') === 'mine' ? 'mine' : 'discover',
    page: pageOf(params.get('page')),
    search: (params.get('search') ?? '').slice(0, SEARCH_MAX),
    vibe: SPACE_VIBES.find((vibe) => vibe === params.get('vibe')) ?? '',
  }
  // What was changed a moment ago may not be in `params` yet, and must not be undone.
  const latest = useRef(address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read from the params
  useEffect(() => {
    latest.current = address
  }, [params])
  /** Another tab, search or vibe begins at its first page. */
  function change(changes: Partial<SpacesUrlState>) {
    latest.current = { ...latest.current, page: 1, ...changes }
    setParams(paramsOf(latest.current), { replace: true, preventScrollReset: true })
  }
  const linkToPage = (page: number) => `?${paramsOf({ ...address, page })}`
  return { address, change, linkToPage }
}

function paramsOf({ tab, page, search, vibe }: SpacesUrlState): URLSearchParams {
  return new URLSearchParams({
    ...(tab === 'mine' ? { tab } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(search ? { search } : {}),
    ...(vibe ? { vibe } : {}),
  })
}

function pageOf(text: string | null): number {
  const page = Number(text)
  return Number.isInteger(page) && page > 0 ? page : 1
}
