import { afterEach, expect, it, vi } from 'vitest'
import { type BlockedMove, createClientRouter } from './client-router.ts'

afterEach(() => vi.unstubAllGlobals())

it('stays where a link within the page leads, wherever the first place was left', async () => {
  const router = createClientRouter([{ path: '*', element: null }])
  vi.stubGlobal('scrollY', 1_500)
  await router.navigate('/friends')
  expect(router.state.scrollTo).toBeUndefined()
  // As the browser does where "Skip to content" is pressed.
  history.pushState(null, '', '#content')
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  await vi.waitFor(() => expect(router.state.location.hash).toBe('#content'))
  expect(router.state.scrollTo).toBe('here')
})

function twoGuards() {
  const router = createClientRouter([{ path: '*', element: null }])
  const held: BlockedMove[] = []
  const guard = () => router.guard({ blocks: () => true, hold: (move) => held.push(move) })
  return { router, held, guard }
}

it('asks each of those that hold a move back, and forgets who is gone', async () => {
  const { router, held, guard } = twoGuards()
  await router.navigate('/friends')
  const removers = [guard(), guard()]
  await router.navigate('/spaces')
  held[0]?.proceed()
  expect(router.state.location.pathname).toBe('/friends')
  held[1]?.proceed()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
  removers[0]?.()
  await router.navigate('/profile')
  expect(held).toHaveLength(3)
  removers[1]?.()
  await router.navigate('/profile')
  expect(router.state.location.pathname).toBe('/profile')
})

it('stays through a second press of back while it is asked, and leaves where that is wanted', async () => {
  const { router, held, guard } = twoGuards()
  for (const place of ['/one', '/two', '/three', '/four']) await router.navigate(place)
  const remove = guard()
  history.back()
  history.back()
  await vi.waitFor(() => expect(held).toHaveLength(1))
  await vi.waitFor(() => expect(location.pathname).toBe('/four'))
  expect(router.state.location.pathname).toBe('/four')
  held[0]?.proceed()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/three'))
  expect(held).toHaveLength(1)
  remove()
})
