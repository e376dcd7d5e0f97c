import type { FeedAnswer, Post, PostAudience } from '../../contract/posts.ts'
import { setPrivacy } from '../../server/accounts/privacy.ts'
import { endFriendship, makeFriends } from '../../server/friends/friendship.ts'
import { mutate } from '../../server/platform/database/mutate.ts'
import { newId } from '../../server/platform/ids.ts'
import { insertPost } from '../../server/posts/queries.ts'
import { form, testImage } from '../test-images.ts'
import type { Member, TestServer } from '../test-server.ts'

// What tests of posts do over and over.

export async function post(
  server: TestServer,
  as: Member,
  text: string,
  audience?: PostAudience,
): Promise<Post> {
  const fields = audience ? { text, audience } : { text }
  const answer = await server.call('POST', '/posts', { as, body: form(fields) })
  if (answer.statusCode !== 201) throw new Error(`post: ${answer.statusCode} ${answer.body}`)
  return answer.json().post
}

/**
 * Posts of this member as they would be after years, quickly: nobody is told, and no time passes.
 */
export async function manyPosts(
  { services }: TestServer,
  { id: author_id }: Member,
  count: number,
): Promise<void> {
  const like = {
    ...{ author_id, theme_date: null, theme_prompt: null, created_at: 0 },
    ...{ audience: 'profile' as const, is_public: 1 },
  }
  await services.db.transaction().execute(async (trx) => {
    for (let made = 1; made <= count; made++)
      await insertPost(trx, { ...like, id: newId(), text: `Post ${made}` })
  })
}

/** A post with a picture that is described. */
export async function postWithImage(server: TestServer, as: Member, text = 'Look'): Promise<Post> {
  const image = { name: 'image', filename: 'a.png', bytes: await testImage() }
  const body = form({ text, imageAlt: 'An ember field' }, image)
  const answer = await server.call('POST', '/posts', { as, body })
  if (answer.statusCode !== 201) throw new Error(`post: ${answer.statusCode} ${answer.body}`)
  return answer.json().post
}

export async function feed(
  server: TestServer,
  as: Member,
  name: 'friends' | 'public',
  query = '',
): Promise<FeedAnswer> {
  const answer = await server.call('GET', `/posts/${name}${query}`, { as })
  if (answer.statusCode !== 200) throw new Error(`feed: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

export function texts(page: { posts: Post[] }): string[] {
  return page.posts.map((shown) => shown.text)
}

export function makePrivate(server: TestServer, member: Member, isPrivate = true) {
  return setPrivacy(member.id, server.services, isPrivate)
}

export function befriend({ services }: TestServer, one: Member, other: Member) {
  return mutate(services, (mutation) => makeFriends(services, mutation, one.id, other.id))
}

export function unfriend({ services }: TestServer, one: Member, other: Member) {
  return mutate(services, (mutation) => endFriendship(mutation, one.id, other.id))
}

/** `from` asks to be a friend of `to`. */
export async function requestFriendship(server: TestServer, from: Member, to: Member) {
  const answer = await server.call('POST', `/users/friend-request/${to.user._id}`, { as: from })
  if (answer.statusCode !== 200) throw new Error(`request: ${answer.statusCode} ${answer.body}`)
}
