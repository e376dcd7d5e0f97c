import { expect, it, vi } from 'vitest'
import { ada, ben } from '../../../tests/people.ts'
import { form } from '../../../tests/test-images.ts'
import { type Member, openTestServer } from '../../../tests/test-server.ts'

// When what members link to is called: in turn by who wrote it, not while the server stops, and not
// at all where the operator says so.

const HEAD = '<!doctype html><head><title>Plain</title>'

it('waits for the next start where the server stops', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let called = 0
  const stopping = await openTestServer({
    safeFetch: {
      async get() {
        called++
        await released
        return Buffer.from(HEAD)
      },
    },
  })
  const member = await stopping.join(ben)
  for (const path of ['one', 'two', 'three']) {
    const body = form({ text: `https://plain.example/${path}` })
    await stopping.call('POST', '/posts', { as: member, body })
  }
  await vi.waitFor(() => expect(called).toBe(1))
  const stopped = stopping.services.linkCards.stop()
  release()
  await stopped
  expect(called).toBe(1)
  const waiting = stopping.services.db.selectFrom('link_cards').where('fetched_at', 'is', null)
  expect(await waiting.selectAll().execute()).toHaveLength(2)
  await stopping.close()
})

it('waits for few of somebody else’s, however many hosts they made up', async () => {
  const called: string[] = []
  const answers: (() => void)[] = []
  const slow = await openTestServer({
    safeFetch: {
      async get(url) {
        called.push(new URL(url).host)
        await new Promise<void>((resolve) => answers.push(resolve))
        return Buffer.from(HEAD)
      },
    },
  })
  const [many, one] = [await slow.join(ben), await slow.join(ada)]
  const link = (as: Member, host: string) =>
    slow.call('POST', '/posts', { as, body: form({ text: `https://${host}/` }) })
  const hosts = Array.from({ length: 110 }, (_, count) => `made-up-${count}.example`)
  for (const host of hosts) await link(many, host)
  await vi.waitFor(() => expect(called).toHaveLength(4))
  await link(one, 'plain.example')
  await vi.waitFor(async () => {
    answers.shift()?.()
    expect(called).toContain('plain.example')
  })
  expect(called.indexOf('plain.example')).toBeLessThan(20)
  const stopped = slow.services.linkCards.stop()
  const answering = setInterval(() => answers.shift()?.())
  await stopped
  clearInterval(answering)
  await slow.close()
})

it('is of nobody where the operator says so', async () => {
  const quiet = await openTestServer({ environment: { LINK_CARDS: 'off' } })
  const member = await quiet.join(ben)
  const body = form({ text: 'https://plain.example/' })
  const made = (await quiet.call('POST', '/posts', { as: member, body })).json().post
  expect(made.link).toBeNull()
  const own = async (server: typeof quiet, as: typeof member) =>
    (await server.call('GET', '/users/user', { as })).json().hasLinkCards
  expect(await own(quiet, member)).toBe(false)
  const usual = await openTestServer()
  expect(await own(usual, await usual.join(ada))).toBeUndefined()
  await usual.close()
  expect(await quiet.services.db.selectFrom('link_cards').selectAll().execute()).toEqual([])
  await quiet.close()
})
