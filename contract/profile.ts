import { z } from 'zod'
import { id, timestamp } from './text.ts'

export const SAYS = {
  loadFailed: 'Failed to load profile',
  userInvalid: 'Invalid user.',
  userNotFound: 'User not found or invalid user data',
  userLoadFailed: 'Failed to load user profile',
  userDataInvalid: 'Unable to load user profile - invalid user data',
  memberMissing: 'There is no such member.',
} as const

/** What a member shows everybody here: the card, never the email. Posts are another matter. */
export const memberProfile = z.object({
  _id: id,
  username: z.string(),
  userNumber: z.number().int(),
  profilePhoto: z.string().nullable(),
  aboutMe: z.string(),
  petPreference: z.enum(['dog', 'cat', '']),
  currentlyVibingTo: z.string(),
  currentlyVibingToSpotify: z.string(),
  isPrivate: z.boolean(),
  squad: z.array(z.object({ _id: id, username: z.string() })),
  createdAt: timestamp,
  isFriend: z.boolean(),
  requestSent: z.boolean(),
  requestReceived: z.boolean(),
})
export type MemberProfile = z.infer<typeof memberProfile>

export const memberParams = z.object({ id })

export interface Badge {
  kind: 'diamond' | 'star' | 'medal'
  label: string
}

/** The badge of an early member, by place in the order of sign-up; none above 10,000. */
export function badgeOf(userNumber: number): Badge | null {
  if (userNumber < 1) return null
  if (userNumber <= 100) return { kind: 'diamond', label: 'First 100' }
  if (userNumber <= 1_000) return { kind: 'star', label: 'First 1000' }
  if (userNumber <= 10_000) return { kind: 'medal', label: 'First 10000' }
  return null
}
