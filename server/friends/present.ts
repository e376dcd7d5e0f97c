import type { DiscoveredPerson, Person } from '../../contract/friends.ts'
import { presentAuthor } from '../accounts/present.ts'
import type { Id } from '../platform/ids.ts'
import type { Services } from '../services.ts'
import type { DiscoveredRow, PersonRow } from './friend-list-queries.ts'

export function presentPerson({ images }: Pick<Services, 'images'>, row: PersonRow): Person {
  return { ...presentAuthor(images, row.id, row), aboutMe: row.about_me }
}

export function presentDiscovered(
  services: Pick<Services, 'images'>,
  viewerId: Id,
  row: DiscoveredRow,
): DiscoveredPerson {
  return {
    ...presentPerson(services, row),
    isFriend: row.friend_id !== null,
    friendRequestSent: row.sender_id === viewerId,
    friendRequestReceived: row.sender_id === row.id,
  }
}
