import { publishAccountChanged } from '../accounts/account-events.ts'
import type { Id } from '../platform/ids.ts'
import type { Removal, Removed } from '../removals/removals.ts'
import type { Mutation, Services } from '../services.ts'
import * as queries from './queries.ts'

// What administrators take from a member's card, and give back: their photo, or all that they say
// of themselves. The name stays.

type Tools = Pick<Services, 'hooks' | 'images'>

/** As it is called to the member. */
const NAMES: Record<keyof queries.OwnWords, string> = {
  photo_image_id: 'the photo',
  about_me: 'the words about you',
  pet_preference: 'the pet',
  currently_vibing_to: 'what you are vibing to',
  currently_vibing_to_spotify: 'the music',
}
const PARTS = Object.keys(NAMES) as (keyof queries.OwnWords)[]

/** Takes a member's photo away, within the caller's mutation. Undefined when there is none. */
export function removePhoto(
  services: Tools,
  mutation: Mutation,
  memberId: Id,
): Promise<Removed | undefined> {
  return removeParts(services, mutation, memberId, ['photo_image_id'])
}

export async function removeProfile(
  services: Tools,
  mutation: Mutation,
  memberId: Id,
): Promise<(Removed & { parts: string }) | undefined> {
  const removed = await removeParts(services, mutation, memberId, PARTS)
  if (!removed) return undefined
  const names = PARTS.filter((part) => removed.contents[part]).map((part) => NAMES[part])
  return { ...removed, parts: names.join(', ') }
}

/** Gives it back. False where the member says something else there now, or is gone. */
export async function restoreProfile(
  services: Tools,
  mutation: Mutation,
  { thing_id: memberId, contents }: Removal,
): Promise<boolean> {
  const former: Partial<queries.OwnWords> = JSON.parse(contents)
  const now = await queries.lockOwnWords(mutation.trx, memberId)
  if (!now) return false
  const parts = PARTS.filter((part) => former[part] && !now[part])
  if (parts.length === 0) return false
  const back = Object.fromEntries(parts.map((part) => [part, former[part]]))
  await changeOwnWords(services, mutation, memberId, back)
  const { photo_image_id: photo } = former
  // They have another photo now: the former one is nobody's.
  if (photo && now.photo_image_id) await services.images.release(mutation.trx, [photo])
  return true
}

async function removeParts(
  services: Tools,
  mutation: Mutation,
  memberId: Id,
  wanted: readonly (keyof queries.OwnWords)[],
) {
  const former = await queries.lockOwnWords(mutation.trx, memberId)
  const parts = wanted.filter((part) => former?.[part])
  if (!former || parts.length === 0) return undefined
  const empty = parts.map((part) => [part, part === 'photo_image_id' ? null : ''])
  await changeOwnWords(services, mutation, memberId, Object.fromEntries(empty))
  const lines = parts.flatMap((part) => (part === 'photo_image_id' ? [] : (former[part] ?? [])))
  const contents: Partial<queries.OwnWords> = Object.fromEntries(
    parts.map((part) => [part, former[part]]),
  )
  const imageId = contents.photo_image_id ?? null
  return { memberId, text: lines.join('\n'), imageId, imageAlt: '', contents }
}

async function changeOwnWords(
  { hooks }: Tools,
  mutation: Mutation,
  memberId: Id,
  words: Partial<queries.OwnWords>,
) {
  await queries.updateOwnWords(mutation.trx, memberId, words)
  await hooks.cardsOutdated(mutation)
  await hooks.searchTermsChanged(mutation, memberId)
  publishAccountChanged(mutation, memberId)
}
