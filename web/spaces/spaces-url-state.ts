import { SEARCH_MAX, SPACE_VIBES, type SpaceVibe } from '../../contract/spaces.ts'
import { useUrlParams } from '../platform/url-params.ts'
import type { SpacesFilter } from './api.ts'

export type SpacesTab = 'discover' | 'mine'

interface SpacesUrlState extends SpacesFilter {
  tab: SpacesTab
  vibe: SpaceVibe | ''
}

/**
 * What the list of spaces shows is in its URL: `?tab&page&search&vibe`, each left out at its
 * default. `firstTab` is shown where the URL asks for nothing.
 */
export function useSpacesUrlState(firstTab: SpacesTab) {
  const [params, changeParams] = useUrlParams()
  const state = stateOf(params, firstTab)
  /** Another tab, search or vibe begins at its first page. */
  const change = (changes: Partial<SpacesUrlState>) =>
    changeParams((latest) =>
      paramsOf({ ...stateOf(latest, firstTab), page: 1, ...changes }, firstTab),
    )
  const linkToPage = (page: number) => `?${paramsOf({ ...state, page }, firstTab)}`
  return { state, change, linkToPage }
}

function stateOf(params: URLSearchParams, firstTab: SpacesTab): SpacesUrlState {
  return {
    tab: tabOf(params, firstTab),
    page: pageOf(params.get('page')),
    search: (params.get('search') ?? '').slice(0, SEARCH_MAX),
    vibe: SPACE_VIBES.find((vibe) => vibe === params.get('vibe')) ?? '',
  }
}

/** Who looks for something looks through all, unless they say otherwise. */
function tabOf(params: URLSearchParams, firstTab: SpacesTab): SpacesTab {
  const tab = params.get('tab')
  if (tab === 'mine' || tab === 'discover') return tab
  return ['page', 'search', 'vibe'].some((name) => params.has(name)) ? 'discover' : firstTab
}

function paramsOf(
  { tab, page, search, vibe }: SpacesUrlState,
  firstTab: SpacesTab,
): URLSearchParams {
  const rest = new URLSearchParams({
    ...(page > 1 ? { page: String(page) } : {}),
    ...(search ? { search } : {}),
    ...(vibe ? { vibe } : {}),
  })
  return tabOf(rest, firstTab) === tab ? rest : new URLSearchParams([['tab', tab], ...rest])
}

function pageOf(text: string | null): number {
  const page = Number(text)
  return Number.isInteger(page) && page > 0 ? page : 1
}
