import { beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/blocks.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { readAs } from '../../tests/actions/calls.ts'
import { befriend, feed, post, texts } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo, MISSING_ID } from '../../tests/people.ts'
import { openScopedTestServer } from '../../tests/scenes/scoped-test-server.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { endMutes } from './mutes.ts'

let server: TestServer
let listener: Member
let loud: Member
beforeEach(async () => {
  server = await openScopedTestServer()
  listener = await server.join(ada)
  loud = await server.join(ben)
  await befriend(server, listener, loud)
})

const read = (as: Member, path: string) => readAs(server, as, path)
const mute = (as: Member | undefined, id: string, until: string | null = null) =>
  server.call('PUT', `/users/${id}/mute`, { ...(as ? { as } : {}), body: { until } })
const unmute = (as: Member, id: string) => server.call('DELETE', `/users/${id}/mute`, { as })
const tomorrow = () => new Date(server.services.clock() + DAY_MS).toISOString()

describe('muting', () => {
  it('is refused to who is not signed in, of oneself, of nobody, and until a moment that is over', async () => {
    expect((await mute(undefined, loud.user._id)).statusCode).toBe(401)
    expect((await mute(listener, listener.user._id)).json().msg).toBe(MESSAGES.oneself)
    expect((await mute(listener, MISSING_ID)).statusCode).toBe(404)
    const past = await mute(listener, loud.user._id, '2020-01-01T00:00:00.000Z')
    expect(past.statusCode).toBe(400)
  })

  it('takes posts out of the own feeds, and out of nothing else', async () => {
    const { _id } = await post(server, loud, 'Good morning')
    expect((await mute(listener, loud.user._id)).json().msg).toBe(MESSAGES.muted)
    for (const name of ['friends', 'public'] as const) {
      expect(texts(await feed(server, listener, name))).toEqual([])
      expect(texts(await feed(server, loud, name))).toEqual(['Good morning'])
    }
    expect(texts(await read(listener, `/users/${loud.user._id}/posts`))).toEqual(['Good morning'])
    expect(await read(listener, `/posts/${_id}`)).toMatchObject({ text: 'Good morning' })
    await unmute(listener, loud.user._id)
    expect(texts(await feed(server, listener, 'friends'))).toEqual(['Good morning'])
  })

  it('takes what they do out of the own notifications', async () => {
    const { _id } = await post(server, listener, 'Good morning')
    const comment = () =>
      server.call('POST', `/posts/${_id}/comments`, { as: loud, body: { text: 'And to you' } })
    await comment()
    await server.call('PUT', '/notifications/read-all', { as: listener })
    await mute(listener, loud.user._id)
    await comment()
    expect(await read(listener, '/notifications')).toEqual([])
    expect(await read(listener, '/notifications/count')).toEqual({ count: 0 })
    await unmute(listener, loud.user._id)
    expect(await read(listener, '/notifications')).toMatchObject([{ read: true }])
    await comment()
    expect(await read(listener, '/notifications/count')).toEqual({ count: 1 })
  })

  it('takes nothing along of what was told of them before', async () => {
    const { _id } = await post(server, listener, 'Good morning')
    const comment = (text: string) =>
      server.call('POST', `/posts/${_id}/comments`, { as: loud, body: { text } })
    await comment('And to you')
    await comment('And all of yours')
    await mute(listener, loud.user._id)
    await comment('Are you there?')
    await unmute(listener, loud.user._id)
    expect(await read(listener, '/notifications')).toMatchObject([
      { type: 'comment', count: 2, quote: 'And all of yours', read: false },
    ])
  })

  it('leaves unread what it hides, also where all is marked as read meanwhile', async () => {
    const { _id } = await post(server, listener, 'Good morning')
    const comments = `/posts/${_id}/comments`
    const other = await server.join(cleo)
    for (const as of [loud, other])
      await server.call('POST', comments, { as, body: { text: 'And to you' } })
    await mute(listener, loud.user._id)
    await server.call('PUT', '/notifications/read-all', { as: listener })
    expect(await read(listener, '/notifications')).toMatchObject([{ read: true }])
    await unmute(listener, loud.user._id)
    expect(await read(listener, '/notifications/count')).toEqual({ count: 1 })
    expect(await read(listener, '/notifications')).toMatchObject([
      { sender: { username: 'Cleo' }, read: true },
      { sender: { username: 'Ben' }, read: false },
    ])
  })

  it('leaves what it kept from them out of what was told before and after, whatever goes', async () => {
    const { _id } = await post(server, listener, 'Good morning')
    const comments = `/posts/${_id}/comments`
    const comment = async (text: string): Promise<string> =>
      (await server.call('POST', comments, { as: loud, body: { text } })).json().at(-1)._id
    const told = async () => {
      const [news] = await read(listener, '/notifications')
      return [news.count, news.commentId]
    }
    const remove = (id: string) => server.call('DELETE', `${comments}/${id}`, { as: loud })
    await comment('One')
    const second = await comment('Two')
    await mute(listener, loud.user._id)
    const kept = [await comment('Three'), await comment('Four')]
    await unmute(listener, loud.user._id)
    const last = await comment('Five')
    expect(await told()).toEqual([3, last])
    await remove(kept[0] ?? '')
    expect(await told()).toEqual([3, last])
    await remove(last)
    expect(await told()).toEqual([2, second])
    expect(await read(listener, '/notifications')).toMatchObject([{ type: 'comment' }])
  })

  it('shows on the card for who muted alone, and ends when it is to', async () => {
    const until = tomorrow()
    await mute(listener, loud.user._id, until)
    const card = (as: Member, of: Member) => read(as, `/users/${of.user._id}/profile`)
    expect(await card(listener, loud)).toMatchObject({ isMuted: true, mutedUntil: until })
    expect(await card(loud, listener)).toMatchObject({ isMuted: false, mutedUntil: null })
    await endMutes(server.services)
    expect(await card(listener, loud)).toMatchObject({ isMuted: true })
    server.pass(DAY_MS)
    listener = await server.signIn(ada)
    await endMutes(server.services)
    expect(await card(listener, loud)).toMatchObject({ isMuted: false })
  })

  it('is listed for who muted alone, while the muted can be seen', async () => {
    const other = await server.join(cleo)
    const until = tomorrow()
    await mute(listener, other.user._id, until)
    await mute(listener, loud.user._id)
    const list = await read(listener, '/users/muted')
    expect(list).toMatchObject([
      { username: 'Ben', mutedUntil: null },
      { username: 'Cleo', mutedUntil: until },
    ])
    expect(JSON.stringify(list)).not.toContain(cleo.email)
    expect(await read(loud, '/users/muted')).toEqual([])
    expect((await server.call('GET', '/users/muted')).statusCode).toBe(401)
    await server.call('PUT', `/users/${listener.user._id}/block`, { as: other })
    expect(await read(listener, '/users/muted')).toMatchObject([{ username: 'Ben' }])
    await unmute(listener, loud.user._id)
    expect(await read(listener, '/users/muted')).toEqual([])
  })
})
