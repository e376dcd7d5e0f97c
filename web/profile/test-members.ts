/** For tests: what members show, as the contract allows it. */
import { type MemberProfile, memberProfile } from '../../contract/profile.ts'

export type Member = MemberProfile

export const profileOf = (member: Member): Member => memberProfile.parse(member)

export const cleo = profileOf({
  _id: '333333333333333',
  username: 'Cleo',
  userNumber: 3,
  profilePhoto: null,
  aboutMe: '',
  petPreference: '',
  currentlyVibingTo: '',
  currentlyVibingToSpotify: '',
  isPrivate: false,
  squad: [],
  createdAt: '2026-01-15T12:00:00.000Z',
  isFriend: false,
  requestSent: false,
  requestReceived: false,
  isMuted: false,
  mutedUntil: null,
  invitedBy: null,
  mutualFriends: { count: 0, named: [] },
  images: { images: [], nextCursor: null },
})

export const ben = profileOf({
  ...cleo,
  _id: '222222222222222',
  username: 'Ben',
  userNumber: 2,
  aboutMe: 'Bakes bread.\nReads <b>slowly</b>.',
  petPreference: 'cat',
  currentlyVibingTo: 'Rain on a tin roof',
  currentlyVibingToSpotify: 'https://open.spotify.com/track/abc?si=1',
  squad: [
    {
      _id: '111111111111111',
      username: 'Ada',
      userNumber: 1,
      profilePhoto: null,
    },
    { _id: cleo._id, username: 'Cleo', userNumber: 3, profilePhoto: null },
  ],
})
