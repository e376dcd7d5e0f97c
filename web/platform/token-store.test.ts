// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  clearToken,
  onSessionChangedElsewhere,
  readToken,
  replaceToken,
  sessionSignal,
  storeToken,
} from './token-store.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** The event this tab gets when another one changes the local storage. */
function heardFromOtherTab(key: string, newValue: string) {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

describe('the token', () => {
  it('is remembered in local storage, or else in session storage only', () => {
    storeToken('remembered', true)
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([
      'remembered',
      null,
    ])
    storeToken('for-this-tab', false)
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([
      null,
      'for-this-tab',
    ])
    clearToken()
    expect(readToken()).toBeNull()
  })

  it('is renewed where it is kept', () => {
    storeToken('old', false)
    replaceToken('old', 'new')
    expect(sessionStorage.getItem('token')).toBe('new')
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('does not come back by a renewal after it was cleared', () => {
    storeToken('old', true)
    clearToken()
    replaceToken('old', 'new')
    expect(readToken()).toBeNull()
  })

  it('is renewed in a duplicated tab as well', async () => {
    storeToken('old', false)
    const otherTab = new BroadcastChannel('token-renewals')
    otherTab.postMessage({ old: 'old', renewed: 'new' })
    await vi.waitFor(() => expect(readToken()).toBe('new'))
    otherTab.close()
  })
})

describe('another tab', () => {
  it('takes the token of this tab with it when it signs out', () => {
    storeToken('for-this-tab', false)
    const listener = vi.fn()
    const stop = onSessionChangedElsewhere(listener)
    heardFromOtherTab('unrelated', 'x')
    expect(listener).not.toHaveBeenCalled()
    heardFromOtherTab('session-changed', 'out 1')
    expect(listener).toHaveBeenCalledOnce()
    expect(readToken()).toBeNull()
    stop()
  })

  it('leaves the token of this tab alone when it signs in', () => {
    storeToken('for-this-tab', false)
    const listener = vi.fn()
    const stop = onSessionChangedElsewhere(listener)
    heardFromOtherTab('session-changed', 'in 1')
    expect(listener).toHaveBeenCalledOnce()
    expect(readToken()).toBe('for-this-tab')
    stop()
  })

  it('ends the session here only where the token is another by then', () => {
    storeToken('for-this-tab', false)
    const session = sessionSignal()
    const stop = onSessionChangedElsewhere(() => {})
    heardFromOtherTab('session-changed', 'in 1')
    replaceToken('for-this-tab', 'renewed')
    heardFromOtherTab('session-changed', 'in 2')
    expect(session.aborted).toBe(false)
    sessionStorage.setItem('token', 'of somebody else')
    heardFromOtherTab('session-changed', 'in 3')
    expect(session.aborted).toBe(true)
    const next = sessionSignal()
    heardFromOtherTab('session-changed', 'out 4')
    expect(next.aborted).toBe(true)
    stop()
  })

  it('renews the token of both without ending the session here', async () => {
    storeToken('old', true)
    const session = sessionSignal()
    const stop = onSessionChangedElsewhere(() => {})
    localStorage.setItem('token', 'new')
    const otherTab = new BroadcastChannel('token-renewals')
    otherTab.postMessage({ old: 'old', renewed: 'new' })
    // One more that is seen to have come: they come in their order.
    sessionStorage.setItem('token', 'seen-old')
    otherTab.postMessage({ old: 'seen-old', renewed: 'seen-new' })
    await vi.waitFor(() => expect(readToken()).toBe('seen-new'))
    sessionStorage.clear()
    heardFromOtherTab('session-changed', 'in 1')
    expect(session.aborted).toBe(false)
    otherTab.close()
    stop()
  })
})
