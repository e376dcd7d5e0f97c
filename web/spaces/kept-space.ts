// What of a space stays on the device, and goes from it with the right to read it.

import { MESSAGES_PAGE_SIZE, type SpaceMessage } from '../../contract/spaces.ts'
import { forgetQuery } from '../app/kept-queries.ts'
import { kept } from '../platform/offline/kept.ts'

/** All that is known of spaces, for whoever hears that one of them changed. Each arrival asks anew. */
export const SPACES_KEY = ['spaces'] as const
export const keyOfSpace = (spaceId: string) => [...SPACES_KEY, 'one', spaceId] as const

/** Where the messages are kept on the device, and those that wait to be sent belong. */
export const placeOf = (spaceId: string) => ['messages', spaceId] as const
const recordOf = (spaceId: string) => placeOf(spaceId).join()

/** The newest, to be read without a network. */
export function keepMessages(spaceId: string, messages: readonly SpaceMessage[]): void {
  kept.keep(recordOf(spaceId), messages.slice(-MESSAGES_PAGE_SIZE))
}

export function readKeptMessages(spaceId: string): Promise<SpaceMessage[] | undefined> {
  return kept.read<SpaceMessage[]>(recordOf(spaceId))
}

/** Who is in a space no longer reads nothing of it any more. */
export function forgetMessages(spaceId: string): Promise<void> {
  return kept.forget(({ name }) => name === recordOf(spaceId))
}

/** With the messages goes who was in it, until the server says what is for everybody to see. */
export async function forgetSpace(spaceId: string): Promise<void> {
  await Promise.all([forgetMessages(spaceId), forgetQuery(keyOfSpace(spaceId))])
}

/** Of all spaces but those the member is in. */
export function forgetOtherMessages(spaceIds: readonly string[]): Promise<void> {
  const [kind] = placeOf('')
  const names = spaceIds.map(recordOf)
  return kept.forget(({ name }) => name.startsWith(`${kind},`) && !names.includes(name))
}
