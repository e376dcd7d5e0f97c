import type { Author } from '../../contract/author.ts'
import type { MemberProfile } from '../../contract/profile.ts'
import { memberNumber, petOf } from '../accounts/present.ts'
import type { Relationship } from '../friends/relationship.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Services } from '../services.ts'
import type { MemberRow } from './queries.ts'

export function presentProfile(
  { images }: Pick<Services, 'images'>,
  row: MemberRow,
  squad: Author[],
  relationship: Relationship,
): Omit<MemberProfile, 'invitedBy' | 'mutualFriends' | 'images'> {
  return {
    _id: String(row.id),
    username: row.username,
    userNumber: memberNumber(row),
    profilePhoto: images.photoUrl(row.photo_image_id),
    aboutMe: row.about_me,
    petPreference: petOf(row.pet_preference),
    currentlyVibingTo: row.currently_vibing_to,
    currentlyVibingToSpotify: row.currently_vibing_to_spotify,
    isPrivate: row.is_private === 1,
    squad,
    createdAt: isoTimestamp(row.created_at),
    ...relationship,
  }
}
