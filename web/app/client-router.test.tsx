import { afterEach, expect, it, vi } from 'vitest'
import { createClientRouter } from './client-router.ts'

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
