import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

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
