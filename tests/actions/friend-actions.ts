import type { Notification } from '../../contract/notifications.ts'
import type { DomainEvent } from '../../server/realtime/bus.ts'
import type { Member, TestServer } from '../test-server.ts'
import { callAs, readAs } from './calls.ts'

// What tests of friend requests do over and over.

export const sendRequest = (server: TestServer, as: Member, to: Member) =>
  callAs(server, as, 'POST', `/users/friend-request/${to.user._id}`)
export const acceptRequest = (server: TestServer, as: Member, of: Member) =>
  callAs(server, as, 'POST', `/users/friend-request/${of.user._id}/accept`)
export const declineRequest = (server: TestServer, as: Member, of: Member) =>
  callAs(server, as, 'POST', `/users/friend-request/${of.user._id}/reject`)
export const withdrawRequest = (server: TestServer, as: Member, to: Member) =>
  callAs(server, as, 'DELETE', `/users/friend-request/${to.user._id}`)

export async function friendNames(
  server: TestServer,
  as: Member,
  list: 'friends' | 'friend-requests',
) {
  const people: { username: string }[] = await readAs(server, as, `/users/${list}`)
  return people.map(({ username }) => username)
}

export async function notificationsOf(server: TestServer, as: Member) {
  const list: Notification[] = await readAs(server, as, '/notifications')
  return list.map(({ type, sender, text, read }) => {
    return { type, sender_id: sender?._id, text, is_read: read ? 1 : 0 }
  })
}

export const requestsKept = ({ services }: TestServer) =>
  services.db.selectFrom('friend_requests').selectAll().execute()

/** To whom it was said that their friends changed, and by whom. */
export const friendsChanged = (announced: DomainEvent[]) =>
  announced.flatMap((told) =>
    told.kind === 'broadcast' && told.event.type === 'friends_changed'
      ? [[told.topics, told.event.memberId]]
      : [],
  )

export const bothHear = (one: Member, other: Member) => [
  [[`member:${one.user._id}`], other.user._id],
  [[`member:${other.user._id}`], one.user._id],
]

export const NOT_CLOSE = { isFriend: false, requestSent: false, requestReceived: false }

export async function relationship(server: TestServer, as: Member, other: Member) {
  const profile = await readAs(server, as, `/users/${other.user._id}/profile`)
  const { isFriend, requestSent, requestReceived } = profile
  return { isFriend, requestSent, requestReceived }
}
