import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTogether } from './use-together.ts'

/**
 * What the address says after its `?`, and a way to change it in its place in the history. Each
 * change is made of the one before, even where that is not in the address yet.
 */
export function useUrlParams() {
  const [params, setParams] = useSearchParams()
  // What was set a moment ago may not be in `params` yet, and must not be undone.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  function change(next: (latest: URLSearchParams) => URLSearchParams) {
    latest.current = next(latest.current)
    setParams(latest.current, { replace: true, preventScrollReset: true })
  }
  return [params, change] as const
}

/**
 * The text of a search that the address holds, as it is typed: it goes there (`onSearch`) once it
 * rests. What the address says otherwise, is shown.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search)
  const [written, setWritten] = useState(search)
  const [seen, setSeen] = useState(search)
  if (search !== seen) {
    setSeen(search)
    // The address was changed by something else than typing: a link, or going back.
    if (search !== written) {
      setWritten(search)
      setText(search)
    }
  }
  const write = useTogether(() => {
    setWritten(text.trim())
    onSearch(text.trim())
  })
  function type(next: string) {
    setText(next)
    write()
  }
  return [text, type] as const
}
