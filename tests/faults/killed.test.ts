import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Community, openCommunity, writeOn } from './writing.ts'

// Power cuts, as far as a process can be cut: the server is killed under load and started again,
// over and over. SNUG_TEST_KILLS=1000 makes it the long run, on a machine that does nothing else:
// only then the time of a start says something.

const LONG_RUN = Number(process.env.SNUG_TEST_KILLS)
const KILLS = LONG_RUN || 15
const READY_WITHIN_MS = 4_000
const HEARD_BEFORE_A_KILL = 8
const HEARD_WITHIN = { timeout: 60_000, interval: 20 }
/** They live for a quarter of an hour, however slow the machine is. */
const TOKENS_RENEWED_EVERY_MS = 5 * 60_000

let community: Community
beforeEach(async () => {
  community = await openCommunity(8)
})
afterEach(() => community.close())

it('what was acknowledged survives every kill, once, and the server is back at once', {
  timeout: 60_000 + KILLS * 30_000,
}, async ({ annotate }) => {
  const { server } = community
  const writing = writeOn(community)
  const starts: number[] = []
  let renewedAt = Date.now()
  const state = () => `${[...writing.statuses].join(' ')}\n${server.lines.slice(-20).join('\n')}`
  for (let kill = 0; kill < KILLS; kill++) {
    const before = writing.acknowledged.length
    const isHeard = () => writing.acknowledged.length > before + HEARD_BEFORE_A_KILL
    await vi.waitFor(() => {
      if (!isHeard()) throw new Error(`Too little is acknowledged after ${kill} kills: ${state()}`)
    }, HEARD_WITHIN)
    await pause(Math.random() * 300)
    await server.kill()
    const acknowledged = [...writing.acknowledged]
    const kept = new Set(await community.kept())
    expect(acknowledged.filter((text) => !kept.has(text))).toEqual([])
    if (Date.now() - renewedAt > TOKENS_RENEWED_EVERY_MS) {
      await community.renewTokens()
      renewedAt = Date.now()
    }
    writing.statuses.clear()
    const start = performance.now()
    await server.start()
    starts.push(performance.now() - start)
  }
  await writing.stop()

  const kept = await community.kept()
  expect(new Set(kept).size).toBe(kept.length)
  expect(writing.acknowledged.filter((text) => !kept.includes(text))).toEqual([])
  expect(writing.acknowledged.length).toBeGreaterThan(KILLS * HEARD_BEFORE_A_KILL)
  await expectCountsToAgree()
  await annotate(`ready after ${Math.max(...starts).toFixed()} ms at most`)
  if (LONG_RUN) expect(Math.max(...starts)).toBeLessThan(READY_WITHIN_MS)
})

/** What is counted beside the rows, and the numbers of messages, fit them. */
async function expectCountsToAgree() {
  const { db, postId, spaceId } = community
  const rows = await db.selectFrom('comments').select('id').where('post_id', '=', postId).execute()
  const post = await db
    .selectFrom('posts')
    .select('comment_count')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow()
  expect(post.comment_count).toBe(rows.length)
  const messages = await db
    .selectFrom('space_messages')
    .select('seq')
    .where('space_id', '=', spaceId)
    .orderBy('seq')
    .execute()
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
}
