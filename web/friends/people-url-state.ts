import { useEffect, useState } from 'react'
import { useUrlParams } from '../platform/url-params.ts'

// The tab and the search are in the address, so that a link leads to them and a reload keeps them.

const PEOPLE_TABS = ['friends', 'requests', 'discover'] as const
type PeopleTab = (typeof PEOPLE_TABS)[number]

const SEARCH_AFTER_MS = 250

/**
 * `tab`: the one the address names, as in `?tab=requests`, else friends. `text`: the search as it is
 * typed. `search`: what the address says of it, once the typing rests.
 */
export function usePeopleUrlState() {
  const [params, change] = useUrlParams()
  const setParam = (name: string, value: string) =>
    change((latest) => withParam(latest, name, value))
  const search = params.get('q')?.trim() ?? ''
  const [text, setText] = useState(search)
  const [written, setWritten] = useState(search)
  const [seen, setSeen] = useState(search)
  if (search !== seen) {
    setSeen(search)
    // The address was changed by something else than typing: a link, or going back.
    if (search !== written) setText(search)
  }
  const typed = text.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: setParam is another at each render
  useEffect(() => {
    if (typed === search) return
    const timer = setTimeout(() => {
      setWritten(typed)
      setParam('q', typed)
    }, SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, search, params])
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
