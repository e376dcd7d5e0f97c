/**
 * What every page shows of the community: its name, its line, its picture and its colours. The
 * server writes it into the page, so that it is known from the first moment on; what is changed
 * later comes by `showCommunity`.
 */
import { useSyncExternalStore } from 'react'
import { type CommunityFace, DEFAULT_FACE } from '../../contract/community-face.ts'
import { createObservable } from './observable.ts'

const ELEMENT = 'community'

const face = createObservable<CommunityFace>(readFromPage())

export const communityFace = face.get

export function useCommunity(): CommunityFace {
  // Where the build draws the page, there is only what Snug comes with.
  return useSyncExternalStore(face.subscribe, face.get, face.get)
}

/** From now on, on every part of this page. */
export function showCommunity(next: CommunityFace): void {
  face.set(next)
}

function readFromPage(): CommunityFace {
  const text = globalThis.document?.getElementById(ELEMENT)?.textContent
  // A page that was built and not served by our server has none.
  return text ? { ...DEFAULT_FACE, ...JSON.parse(text) } : DEFAULT_FACE
}
