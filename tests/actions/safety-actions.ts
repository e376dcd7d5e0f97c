import fc from 'fast-check'
import { type Act, PEOPLE } from '../models/safety-model.ts'

// What may happen among the members of the safety model, in any order.

const who = fc.integer({ min: 0, max: PEOPLE - 1 })
const place = fc.integer({ min: 0, max: 3 })
const pair = fc
  .record({ who, step: fc.integer({ min: 1, max: PEOPLE - 1 }) })
  .map(({ who: one, step }) => ({ who: one, other: (one + step) % PEOPLE }))
const onPair = (...kinds: (Act & { other: number })['kind'][]) =>
  fc.tuple(fc.constantFrom(...kinds), pair).map(([kind, two]) => ({ kind, ...two }) as Act)
const onPost = fc.record({ kind: fc.constantFrom('comment' as const, 'like' as const), who, place })
const undoing = fc.record({
  kind: fc.constantFrom('uncomment' as const, 'unpost' as const, 'unsay' as const),
  who,
  place,
})
const inSpace = fc.oneof(
  fc.record({ kind: fc.constantFrom('pin' as const, 'reply' as const), who, place }),
  fc.record({ kind: fc.constant('share' as const), who, place }),
  onPair('invite'),
)
const alone = fc.record({
  kind: fc.constantFrom(...(['join', 'leave', 'say', 'say', 'post'] as const)),
  who,
})
const privacy = fc.record({ kind: fc.constant('privacy' as const), who, isPrivate: fc.boolean() })
const banning = fc.record({
  kind: fc.constantFrom('ban' as const, 'unban' as const),
  who: fc.constant(0),
  other: fc.integer({ min: 1, max: PEOPLE - 1 }),
})
export const safetyActs: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: onPair('request', 'request', 'unfriend') },
  { weight: 4, arbitrary: onPair('block', 'unblock') },
  { weight: 6, arbitrary: onPair('write', 'write', 'accept') },
  { weight: 3, arbitrary: onPair('mute', 'unmute') },
  { weight: 3, arbitrary: onPair('suspend', 'lift', 'lift') },
  { weight: 3, arbitrary: banning },
  { weight: 6, arbitrary: onPost },
  { weight: 2, arbitrary: undoing },
  { weight: 4, arbitrary: inSpace },
  { weight: 6, arbitrary: alone },
  { weight: 3, arbitrary: privacy },
)

/** One evening in which each act comes about once, whatever the others bring. */
export const EVENING: Act[] = [
  { kind: 'say', who: 1 },
  { kind: 'reply', who: 2, place: 0 },
  { kind: 'pin', who: 0, place: 1 },
  { kind: 'share', who: 2, place: 1 },
  { kind: 'invite', who: 0, other: 1 },
  { kind: 'write', who: 1, other: 2 },
  { kind: 'accept', who: 2, other: 1 },
  { kind: 'request', who: 1, other: 2 },
  { kind: 'like', who: 1, place: 0 },
  { kind: 'comment', who: 2, place: 0 },
  { kind: 'mute', who: 0, other: 1 },
  { kind: 'privacy', who: 1, isPrivate: true },
  { kind: 'block', who: 2, other: 0 },
  { kind: 'say', who: 2 },
  { kind: 'unblock', who: 2, other: 0 },
  { kind: 'suspend', who: 0, other: 1 },
  { kind: 'lift', who: 0, other: 1 },
  { kind: 'ban', who: 0, other: 2 },
  { kind: 'unban', who: 0, other: 2 },
  { kind: 'join', who: 2 },
]
