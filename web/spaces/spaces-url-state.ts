import { SEARCH_MAX, SPACE_VIBES, type SpaceVibe } from '../../contract/spaces.ts'
import { useUrlParams } from '../platform/url-params.ts'
import type { SpacesFilter } from './api.ts'

type SpacesTab = 'discover' | 'mine'

interface SpacesUrlState extends SpacesFilter {
  tab: SpacesTab
  vibe: SpaceVibe | ''
}

/** What the list of spaces shows is in its address: `?tab&page&search&vibe`, each left out at its default. */
export function useSpacesUrlState() {
  const [params, changeParams] = useUrlParams()
  const address = stateOf(params)
  /** Another tab, search or vibe begins at its first page. */
  const change = (changes: Partial<SpacesUrlState>) =>
    changeParams((latest) => paramsOf({ ...stateOf(latest), page: 1, ...changes }))
  const linkToPage = (page: number) => `?${paramsOf({ ...address, page })}`
  return { address, change, linkToPage }
}

function stateOf(params: URLSearchParams): SpacesUrlState {
  return {
    tab: params.get('tab') === 'mine' ? 'mine' : 'discover',
    page: pageOf(params.get('page')),
    search: (params.get('search') ?? '').slice(0, SEARCH_MAX),
    vibe: SPACE_VIBES.find((vibe) => vibe === params.get('vibe')) ?? '',
  }
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
