/**
 * What every page shows of the community: its name, its line, its picture and its colours. The
 * server writes it into the page, so that it is known from the first moment on; what is changed
 * later comes by `showCommunity`.
 */
import { useSyncExternalStore } from 'react'
import { type CommunityBranding, DEFAULT_BRANDING } from '../../contract/community-branding.ts'
import { createObservable } from './observable.ts'

const ELEMENT = 'community'

const branding = createObservable<CommunityBranding>(readFromPage())

export const communityBranding = branding.get

export function useCommunity(): CommunityBranding {
  // Where the build draws the page, there is only what Snug comes with.
  return useSyncExternalStore(branding.subscribe, branding.get, branding.get)
}

/** From now on, on every part of this page. */
export function showCommunity(next: CommunityBranding): void {
  branding.set(next)
}

function readFromPage(): CommunityBranding {
  const text = globalThis.document?.getElementById(ELEMENT)?.textContent
  // A page that was built and not served by our server has none.
  return text ? { ...DEFAULT_BRANDING, ...JSON.parse(text) } : DEFAULT_BRANDING
}
