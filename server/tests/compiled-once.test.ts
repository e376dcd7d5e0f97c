import { DatabaseSync, StatementSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { befriend, post } from '../../tests/actions/post-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { openScopedTestServer } from '../../tests/scenes/scoped-test-server.ts'

// SQLite compiles a statement anew, for many times what it costs to run, when a value is given that
// its plan may depend on: a limit, a pattern, or what a partial index asks of its rows.

/** The statements that were compiled while they ran, from now on. */
function watchStatements(): Set<string> {
  const compiledAnew = new Set<string>()
  let running: string | undefined
  const { setAuthorizer } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'setAuthorizer').mockImplementation(function (
    this: DatabaseSync,
    allow,
  ) {
    setAuthorizer.call(this, (...action) => {
      if (running) compiledAnew.add(running)
      return allow?.(...action) ?? 0
    })
  })
  for (const name of ['all', 'run'] as const) {
    const original = StatementSync.prototype[name] as (...values: unknown[]) => never
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (
      this: StatementSync,
      ...values: unknown[]
    ) {
      running = this.sourceSQL
      try {
        return original.apply(this, values)
      } finally {
        running = undefined
      }
    })
  }
  return compiledAnew
}

it('no statement of what is asked most', async () => {
  const compiledAnew = watchStatements()
  const server = await openScopedTestServer()
  const [one, other] = [await server.join(ada), await server.join(ben)]
  await befriend(server, one, other)
  const space = await makeSpace(server, one)
  await enter(server, other, space)

  const reads = async (path: string) => {
    const answer = await server.call('GET', path, { as: other })
    expect(answer.statusCode, path).toBe(200)
  }
  const turn = async () => {
    const { _id } = await post(server, one, 'Tea is ready')
    const body = { text: 'On my way' }
    await server.call('POST', `/posts/${_id}/comments`, { as: other, body })
    await server.call('POST', `/posts/${_id}/like`, { as: other })
    await say(server, other, space, 'Here I am')
    for (const path of [
      '/posts/friends',
      '/posts/public',
      `/users/${one.user._id}/posts`,
      `/posts/${_id}`,
      `/posts/${_id}/comments`,
      '/notifications',
      '/notifications/count',
      '/users/friends',
      '/users/user',
      `/users/${one.user._id}/profile`,
      '/users/all',
      '/users/search?q=ada',
      '/users/friend-counts',
      '/users/friend-requests',
      '/users/squad',
      '/spaces/my-spaces',
      '/join-requests/my-requests',
      '/spaces',
      `/spaces/${space._id}`,
      `/spaces/${space._id}/messages`,
    ])
      await reads(path)
  }
  await turn()
  compiledAnew.clear()
  await turn()
  expect([...compiledAnew]).toEqual([])
})
