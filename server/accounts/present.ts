import type { CurrentUser } from '../../contract/accounts.ts'
import type { Author } from '../../contract/author.ts'
import type { CommunitySettings } from '../../contract/community-settings.ts'
import type { ImagePresenter } from '../images/image-store.ts'
import type { Id } from '../platform/ids.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import type { OwnLists } from './own-account-queries.ts'

type Beside = OwnLists & Pick<CommunitySettings, 'registration'> & Pick<CurrentUser, 'mayInvite'>

/** The member's own record, for the member alone: it holds the email. */
export function presentCurrentUser(
  { images, publicUrl }: Pick<Services, 'images' | 'publicUrl'>,
  user: UserRow,
  { squad, counts, registration, mayInvite }: Beside,
): CurrentUser {
  return {
    _id: String(user.id),
    username: user.username,
    email: user.email,
    userNumber: memberNumber(user),
    isAdmin: user.is_admin === 1,
    isPrivate: user.is_private === 1,
    profilePhoto: images.photoUrl(user.photo_image_id),
    aboutMe: user.about_me,
    petPreference: petOf(user.pet_preference),
    currentlyVibingTo: user.currently_vibing_to,
    currentlyVibingToSpotify: user.currently_vibing_to_spotify,
    createdAt: isoTimestamp(user.created_at),
    quietNumbers: user.quiet_numbers === null ? null : user.quiet_numbers === 1,
    areFirstStepsHidden: user.first_steps_hidden === 1,
    squad: squad.map((friend) => presentAuthor(images, friend.id, friend)),
    friendCount: Number(counts.friends),
    friendRequestCount: Number(counts.requests),
    hasAskedSomebody: counts.asking_id !== null,
    postCount: Number(counts.posts),
    inviteUrl: registration === 'open' ? `${publicUrl}/register` : null,
    mayInvite,
  }
}

/** Who is shown to anybody is verified, and so has a number; administrators see 0 where not. */
export function memberNumber({ user_number }: Pick<UserRow, 'user_number'>): number {
  return user_number ?? 0
}

export function petOf(text: string): CurrentUser['petPreference'] {
  return text === 'dog' || text === 'cat' ? text : ''
}

/** A member as they stand beside what they said or did, for every other member. */
export function presentAuthor(
  images: ImagePresenter,
  id: Id,
  row: Pick<UserRow, 'username' | 'user_number' | 'photo_image_id'>,
): Author {
  return {
    _id: String(id),
    username: row.username,
    userNumber: memberNumber(row),
    profilePhoto: images.photoUrl(row.photo_image_id),
  }
}
