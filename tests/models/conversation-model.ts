// Who may write to whom, as plainly as it can be said: the part of the safety model about
// conversations of two.

export interface ModelTalk {
  /** Whether who is no friend asked to write, and was let. */
  state: 'none' | 'asked' | 'hidden' | 'accepted'
  requester: number | undefined
  said: number
}

/** How one of the two stands to the other just now. */
export interface Between {
  /** A block, or the other is suspended. */
  areApart: boolean
  areFriends: boolean
  shareSpace: boolean
}

export function stateOf(talk: ModelTalk, who: number, { areApart, ...between }: Between) {
  if (areApart) return 'closed'
  if (between.areFriends || talk.state === 'accepted') return 'open'
  if (talk.state !== 'none') return talk.requester === who ? 'asked' : 'request'
  return between.shareSpace ? 'may_ask' : 'closed'
}

/** Begins the conversation where there is none, and says something in it. */
export function writeTo(
  talks: Map<string, ModelTalk>,
  pair: string,
  who: number,
  between: Between,
): number {
  const known = talks.get(pair)
  if (!known && between.areApart) return 404
  const talk: ModelTalk = known ?? { state: 'none', requester: undefined, said: 0 }
  const state = stateOf(talk, who, between)
  if (state !== 'open' && state !== 'may_ask') return 403
  if (state === 'may_ask') Object.assign(talk, { state: 'asked', requester: who })
  talk.said++
  talks.set(pair, talk)
  return 201
}

/** Undefined where there is nothing to accept or refuse. */
export function accept(
  talks: Map<string, ModelTalk>,
  pair: string,
  who: number,
  between: Between,
): number | undefined {
  const talk = talks.get(pair)
  if (!talk) return undefined
  const state = stateOf(talk, who, between)
  if (state === 'request') talk.state = 'accepted'
  return state === 'request' || state === 'open' ? 200 : 409
}

/** A friendship or a block between the two came or went: what was asked before is asked no more. */
export function begunAnew(talk: ModelTalk | undefined, isBlock: boolean): void {
  if (!talk) return
  const isUnanswered = talk.state === 'asked' || talk.state === 'hidden'
  if (isBlock && isUnanswered) talk.state = 'hidden'
  else Object.assign(talk, { state: 'none', requester: undefined })
}
