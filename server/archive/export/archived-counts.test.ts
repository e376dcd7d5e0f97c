import { expect, it } from 'vitest'
import { callAs } from '../../../tests/actions/calls.ts'
import { post } from '../../../tests/actions/post-actions.ts'
import { makeArchive, unpackedArchive } from '../../../tests/archives.ts'
import { ada, ben, cleo, ivy, jon } from '../../../tests/people.ts'
import { openTestServer } from '../../../tests/test-server.ts'

it('a post counts what its author sees, as its card does: of none who is blocked or suspended', async () => {
  const server = await openTestServer()
  try {
    const [admin, owner] = [await server.join(ada), await server.join(ben)]
    const { _id } = await post(server, owner, 'Tea?')
    const [blocker, blocked] = [await server.join(cleo), await server.join(ivy)]
    const suspended = await server.join(jon)
    for (const as of [owner, admin, blocker, blocked, suspended]) {
      await callAs(server, as, 'POST', `/posts/${_id}/like`)
      await callAs(server, as, 'POST', `/posts/${_id}/comments`, { text: 'Gladly' })
    }
    await callAs(server, blocker, 'PUT', `/users/${owner.user._id}/block`)
    await callAs(server, owner, 'PUT', `/users/${blocked.user._id}/block`)
    const suspension = { days: null, text: 'Too loud' }
    await callAs(server, admin, 'POST', `/admin/user/${suspended.user._id}/suspend`, suspension)

    const card = await server.call('GET', `/posts/${_id}`, { as: owner })
    expect(card.json()).toMatchObject({ likeCount: 2, commentCount: 2 })
    expect(await makeArchive(server, owner)).toMatchObject({ state: 'ready' })
    const files = await unpackedArchive(server, owner)
    const { posts } = JSON.parse(String(files.get('data/posts.json')))
    expect(posts).toMatchObject([{ text: 'Tea?', likes: 2, comments: 2 }])
  } finally {
    await server.close()
  }
})
