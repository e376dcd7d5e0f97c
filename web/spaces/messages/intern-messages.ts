import type { SpaceMessage } from '../../../contract/space-messages.ts'

// Who reads a long room back keeps all of it, and most of that says the same people again.

/** So many of a kind are known at a time, so that what is only here for memory does not grow. */
const KNOWN_MAX = 1_000

const sharedAuthor = createSharer<NonNullable<SpaceMessage['user']>>()
const sharedReaction = createSharer<SpaceMessage['reactions'][number]>()
/** Of every list that is empty. Nothing that was read is ever written to. */
const nothing: never[] = []

/** The same messages, where those who wrote them and what was given are one object for each. */
export function internMessages(messages: readonly SpaceMessage[]): SpaceMessage[] {
  return messages.map((message) => ({
    ...message,
    user: message.user && sharedAuthor(message.user),
    replyTo: message.replyTo && {
      ...message.replyTo,
      user: message.replyTo.user && sharedAuthor(message.replyTo.user),
    },
    mentions: orNothing(message.mentions),
    images: orNothing(message.images),
    reactions: orNothing(message.reactions.map(sharedReaction)),
  }))
}

function orNothing<Part>(list: Part[]): Part[] {
  return list.length === 0 ? nothing : list
}

/** Hands back the first that said the same. */
function createSharer<Part>(): (part: Part) => Part {
  const known = new Map<string, Part>()
  return (part) => {
    const words = JSON.stringify(part)
    const same = known.get(words)
    if (same) return same
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(words, part)
    return part
  }
}
