import { useTypedSearch, useUrlParams } from '../platform/url-params.ts'

// The tab and the search are in the address, so that a link leads to them and a reload keeps them.

const PEOPLE_TABS = ['friends', 'requests', 'discover'] as const
type PeopleTab = (typeof PEOPLE_TABS)[number]

/**
 * `tab`: the one the address names, as in `?tab=requests`, else friends. `text`: the search as it
 * is typed. `search`: what the address says of it, once the typing rests.
 */
export function usePeopleUrlState() {
  const [params, change] = useUrlParams()
  const setParam = (name: string, value: string) =>
    change((latest) => withParam(latest, name, value))
  const search = params.get('q')?.trim() ?? ''
  const [text, setText] = useTypedSearch(search, (typed) => setParam('q', typed))
  const tab: PeopleTab = PEOPLE_TABS.find((each) => each === params.get('tab')) ?? 'friends'
  const chooseTab = (chosen: PeopleTab) => setParam('tab', chosen === 'friends' ? '' : chosen)
  return { tab, chooseTab, text, setText, search }
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}
