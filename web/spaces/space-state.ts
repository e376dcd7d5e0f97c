import { inLowerCase, searchTextOf } from '../../contract/space-search.ts'
import type { Space } from '../../contract/spaces.ts'

/** The one thing this member can do about a space. */
export type SpaceAction = 'open' | 'banned' | 'requested' | 'full' | 'ask-later' | 'ask' | 'join'

export function actionFor(space: Space, nowMs: number): SpaceAction {
  if (space.isMember) return 'open'
  if (space.banReason !== null) return 'banned'
  const isFull = space.memberCount >= space.maxMembers
  if (!space.isPrivate || space.isInvited) return isFull ? 'full' : 'join'
  // A request to a full space waits until there is room.
  if (space.requestPending) return 'requested'
  const mayAskAt = space.askAgainAt ? Date.parse(space.askAgainAt) : 0
  if (mayAskAt > nowMs) return 'ask-later'
  return isFull ? 'full' : 'ask'
}

/** Whether a space of mine is among those searched for; the server does the same for all others. */
export function matches(space: Space, { search, vibe }: { search: string; vibe: string }): boolean {
  if (vibe && space.vibe !== vibe) return false
  return searchTextOf(space).includes(inLowerCase(search.trim()))
}
