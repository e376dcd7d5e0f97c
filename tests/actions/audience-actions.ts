import fc from 'fast-check'
import { POST_AUDIENCES } from '../../contract/posts.ts'
import type { AudienceAct } from '../models/audience-model.ts'

// What may happen among the members of the audience model, in any order.

export const PEOPLE = 4
const who = fc.integer({ min: 0, max: PEOPLE - 1 })
const place = fc.integer({ min: 0, max: 5 })
const audience = fc.constantFrom(...POST_AUDIENCES)
const pair = fc
  .record({ who, step: fc.integer({ min: 1, max: PEOPLE - 1 }) })
  .map(({ who: one, step }) => ({ who: one, other: (one + step) % PEOPLE }))
const onPair = (...kinds: (AudienceAct & { other: number })['kind'][]) =>
  fc.tuple(fc.constantFrom(...kinds), pair).map(([kind, two]) => ({ kind, ...two }) as AudienceAct)
const kind = <Kind extends AudienceAct['kind']>(one: Kind) => fc.constant(one)
export const audienceActs: fc.Arbitrary<AudienceAct> = fc.oneof(
  { weight: 6, arbitrary: onPair('befriend', 'befriend', 'befriend', 'unfriend') },
  { weight: 2, arbitrary: onPair('block', 'unblock', 'unblock') },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('choose squad'),
      who,
      others: fc.array(who, { maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('privacy'),
      who,
      isPrivate: fc.boolean(),
      keepEarlier: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('post'), who, audience }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('change audience'), who, place, audience }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'comment' as const,
        'comment' as const,
        'edit' as const,
        'delete' as const,
      ),
      who,
      place,
    }),
  },
)

/** One evening in which each act comes about, whatever the others bring. */
export const EVENING: AudienceAct[] = [
  { kind: 'befriend', who: 0, other: 1 },
  { kind: 'befriend', who: 0, other: 2 },
  { kind: 'choose squad', who: 0, others: [1] },
  { kind: 'post', who: 0, audience: 'squad' },
  { kind: 'post', who: 0, audience: 'friends' },
  { kind: 'privacy', who: 0, isPrivate: true, keepEarlier: false },
  { kind: 'post', who: 0, audience: 'profile' },
  { kind: 'comment', who: 1, place: 0 },
  { kind: 'change audience', who: 0, place: 0, audience: 'friends' },
  { kind: 'edit', who: 0, place: 0 },
  { kind: 'privacy', who: 0, isPrivate: false, keepEarlier: true },
  { kind: 'post', who: 1, audience: 'profile' },
  { kind: 'change audience', who: 0, place: 1, audience: 'squad' },
  { kind: 'block', who: 3, other: 1 },
  { kind: 'choose squad', who: 0, others: [2] },
  { kind: 'unfriend', who: 0, other: 2 },
  { kind: 'change audience', who: 0, place: 1, audience: 'profile' },
  { kind: 'unblock', who: 3, other: 1 },
  { kind: 'delete', who: 0, place: 0 },
  { kind: 'post', who: 3, audience: 'profile' },
]
