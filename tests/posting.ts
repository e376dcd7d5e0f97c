import type { FeedAnswer, Post } from '../contract/posts.ts'
import { setPrivacy } from '../server/accounts/privacy.ts'
import { endFriendship, makeFriends } from '../server/friends/friendship.ts'
import { change } from '../server/platform/realtime/change.ts'
import type { Member, TestHouse } from './house.ts'
import { form } from './pictures.ts'

// What tests of posts do over and over.

export async function post(house: TestHouse, as: Member, text: string): Promise<Post> {
  const answer = await house.call('POST', '/posts', { as, body: form({ text }) })
  if (answer.statusCode !== 201) throw new Error(`post: ${answer.statusCode} ${answer.body}`)
  return answer.json().post
}

export async function feed(
  house: TestHouse,
  as: Member,
  name: 'friends' | 'public',
  query = '',
): Promise<FeedAnswer> {
  const answer = await house.call('GET', `/posts/${name}${query}`, { as })
  if (answer.statusCode !== 200) throw new Error(`feed: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

export function texts(page: { posts: Post[] }): string[] {
  return page.posts.map((shown) => shown.text)
}

export function makePrivate(house: TestHouse, member: Member, isPrivate = true) {
  return setPrivacy(member.user._id, house.services, isPrivate)
}

export function befriend({ services }: TestHouse, one: Member, other: Member) {
  return change(services, (changing) =>
    makeFriends(services, changing, one.user._id, other.user._id),
  )
}

export function unfriend({ services }: TestHouse, one: Member, other: Member) {
  return change(services, (changing) =>
    endFriendship(services, changing, one.user._id, other.user._id),
  )
}

/** `from` asks to be a friend of `to`. */
export async function requestFriendship(house: TestHouse, from: Member, to: Member) {
  const answer = await house.call('POST', `/users/friend-request/${to.user._id}`, { as: from })
  if (answer.statusCode !== 200) throw new Error(`request: ${answer.statusCode} ${answer.body}`)
}
