import { afterAll, beforeAll } from 'vitest'
import type { Post } from '../../contract/posts.ts'
import { befriend } from '../actions/post-actions.ts'
import { ada, ben, cleo, ivy } from '../people.ts'
import { type Member, openTestServer, type TestServer } from '../test-server.ts'

/** Ben is in Ada's squad, Cleo a friend of hers, Ivy neither. */
export interface Circles {
  server: TestServer
  author: Member
  squad: Member
  friend: Member
  stranger: Member
  /** Makes these the squad of the author. */
  choose: (members: Member[]) => Promise<unknown>
  /** Who of the four can open it. */
  readers: (post: Post) => Promise<Member[]>
}

/**
 * Opens one server for all tests of a file, with an author and somebody of each circle around them.
 */
export function openCircles(begin: (circles: Circles) => void) {
  let server: TestServer

  beforeAll(async () => {
    server = await openTestServer()
    const author = await server.join(ada)
    const squad = await server.join(ben)
    const friend = await server.join(cleo)
    const stranger = await server.join(ivy)
    for (const one of [squad, friend]) await befriend(server, author, one)

    const choose = (members: Member[]) =>
      server.call('PUT', '/users/squad', {
        as: author,
        body: { squad: members.map(({ user }) => user._id) },
      })
    async function readers({ _id }: Post): Promise<Member[]> {
      const found: Member[] = []
      for (const as of [author, squad, friend, stranger])
        if ((await server.call('GET', `/posts/${_id}`, { as })).statusCode === 200) found.push(as)
      return found
    }

    await choose([squad])
    begin({ server, author, squad, friend, stranger, choose, readers })
  })
  afterAll(() => server.close())
}
