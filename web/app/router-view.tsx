import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import { type NavigateOptions, Router, renderMatches, type To } from 'react-router'
import type { BlockedMove, ClientRouter, Move, Place } from './client-router.ts'

const RouterContext = createContext<ClientRouter | undefined>(undefined)

interface RouterViewProps {
  router: ClientRouter
  fallback: ReactNode
}

export function RouterView({ router, fallback }: RouterViewProps) {
  const place = usePlace(router)
  return (
    <RouterContext value={router}>
      <Router
        navigator={router.navigator}
        location={place.location}
        navigationType={place.historyAction}
      >
        {place.isLoaded ? <Screens router={router} place={place} /> : fallback}
      </Router>
    </RouterContext>
  )
}

function usePlace(router: ClientRouter): Place {
  const [place, setPlace] = useState(router.state)
  useLayoutEffect(() => {
    // It may have moved on since it was first drawn.
    setPlace(router.state)
    return router.subscribe(() => startTransition(() => setPlace(router.state)))
  }, [router])
  return place
}

function Screens({ router, place }: { router: ClientRouter; place: Place }) {
  useScrollOnArrival(place)
  useEffect(() => {
    const keep = () => {
      router.keepScroll()
      history.scrollRestoration = 'auto'
    }
    const take = () => {
      history.scrollRestoration = 'manual'
    }
    take()
    addEventListener('pagehide', keep)
    addEventListener('pageshow', take)
    return () => {
      removeEventListener('pagehide', keep)
      removeEventListener('pageshow', take)
    }
  }, [router])
  return renderMatches(place.matches)
}

function useScrollOnArrival(place: Place): void {
  useLayoutEffect(() => {
    const { scrollTo, location } = place
    const target = location.hash && document.getElementById(location.hash.slice(1))
    if (typeof scrollTo === 'number') window.scrollTo(0, scrollTo)
    else if (target) target.scrollIntoView()
    else if (scrollTo !== 'here') window.scrollTo(0, 0)
  }, [place])
}

/** The move that is held back, as long as `blocks` says so; to stay is to forget it. */
export function useBlockedMove(blocks: (move: Move) => boolean) {
  const router = useContext(RouterContext)
  const [blockedMove, setBlockedMove] = useState<BlockedMove>()
  const isBlocked = useEffectEvent(blocks)
  useEffect(
    () => router?.guard({ blocks: (move) => isBlocked(move), hold: setBlockedMove }),
    [router],
  )
  return { blockedMove, stay: () => setBlockedMove(undefined) }
}

/** `useNavigate` that resolves once the place is shown and has taken the dialog's history entry. */
export function useNavigateAndWait(): (to: To, options?: NavigateOptions) => Promise<void> {
  const router = useContext(RouterContext)
  return async (to, options) => router?.navigate(to, options)
}
