import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Space } from '../../contract/spaces.ts'
import {
  actorOf,
  chat,
  crowd,
  enter,
  GARDEN,
  lookAt,
  makeSpace,
} from '../../tests/actions/space-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { Actor } from '../services.ts'
import { updateSpace } from './manage-space.ts'
import { answerRequest } from './membership/answer-join-request.ts'
import { askToJoin } from './membership/join-requests.ts'
import { joinSpace, leaveSpace } from './membership/membership.ts'
import { editMessage, reactToMessage } from './messages/change-message.ts'
import { readMessages } from './messages/chat-history.ts'
import { sendMessage } from './messages/send-message.ts'

let server: TestServer
let admin: Member
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
})
afterEach(() => server.close())

/** How many of these went well. */
async function done(all: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(all)
  return results.filter(({ status }) => status === 'fulfilled').length
}

async function countOf(space: Space) {
  const { db } = server.services
  const { memberCount, members } = await lookAt(server, admin, space)
  const rows = await db
    .selectFrom('space_members')
    .where('space_id', '=', Number(space._id))
    .selectAll()
  expect([members.length, (await rows.execute()).length]).toEqual([memberCount, memberCount])
  return memberCount
}

describe('a hundred at the door', () => {
  it('fill 50 places, no more', async () => {
    const space = await makeSpace(server, admin, { maxMembers: 51 })
    const guests = await crowd(server, 100)
    expect(
      await done(guests.map((guest) => joinSpace(guest, server.services, Number(space._id)))),
    ).toBe(50)
    expect(await countOf(space)).toBe(51)
  })

  it('take one place each, however often they knock', async () => {
    const space = await makeSpace(server, admin, { maxMembers: 30 })
    const guests = await crowd(server, 20)
    const knocks = [...guests, ...guests, ...guests]
    expect(
      await done(knocks.map((guest) => joinSpace(guest, server.services, Number(space._id)))),
    ).toBe(60)
    expect(await countOf(space)).toBe(21)
  })

  it('come and go while the room shrinks', async () => {
    const space = await makeSpace(server, admin, { maxMembers: 60 })
    const guests = await crowd(server, 60)
    const first = guests.slice(0, 30)
    await done(first.map((guest) => joinSpace(guest, server.services, Number(space._id))))
    const shrink = (maxMembers: number) =>
      updateSpace(actorOf(admin), server.services, Number(space._id), {
        ...wanted(space),
        maxMembers,
      })
    await done([
      ...guests.slice(30).map((guest) => joinSpace(guest, server.services, Number(space._id))),
      ...first.map((guest) => leaveSpace(guest, server.services, Number(space._id))),
      ...[40, 35, 31, 20, 10].map(shrink),
    ])
    const { memberCount, maxMembers } = await lookAt(server, admin, space)
    expect(memberCount).toBeLessThanOrEqual(maxMembers)
    expect(await countOf(space)).toBe(memberCount)
  })

  it('are let in by approval only as far as there is room', async () => {
    const space = await makeSpace(server, admin, { maxMembers: 11, isPrivate: true })
    const guests = await crowd(server, 20)
    const asked = await Promise.all(
      guests.map((guest) =>
        askToJoin(guest, server.services, { spaceId: Number(space._id), message: '' }),
      ),
    )
    const approve = { answer: 'approved', adminResponse: '' } as const
    const twice = [...asked, ...asked]
    await done(
      twice.map(({ _id }) => answerRequest(actorOf(admin), server.services, Number(_id), approve)),
    )
    expect(await countOf(space)).toBe(11)
    expect((await lookAt(server, admin, space)).pendingRequests).toBe(10)
  })

  it('wait once each', async () => {
    const space = await makeSpace(server, admin, { isPrivate: true })
    const [guest] = await crowd(server, 1)
    const ask = () =>
      askToJoin(guest as Actor, server.services, { spaceId: Number(space._id), message: '' })
    expect(await done([ask(), ask(), ask()])).toBe(1)
    expect((await lookAt(server, admin, space)).pendingRequests).toBe(1)
  })
})

describe('many talking at once', () => {
  it('get numbers of their own, and who catches up misses and doubles nothing', async () => {
    const reader = await server.join(ben)
    const space = await makeSpace(server, admin)
    await enter(server, reader, space)
    const talkers = await crowd(server, 8)
    for (const talker of talkers) await joinSpace(talker, server.services, Number(space._id))
    let isTalking = true
    const talk = async (talker: Actor) => {
      for (let turn = 0; turn < 40; turn++) {
        const content = `${talker.username} ${turn}`
        const words = { spaceId: Number(space._id), content, clientId: undefined }
        const { _id } = await sendMessage(talker, server.services, words, null)
        const place = { spaceId: Number(space._id), messageId: Number(_id) }
        if (turn % 3 === 0)
          await editMessage(talker, server.services, place, { content: `${content}!` })
        if (turn % 4 === 0) await reactToMessage(talker, server.services, place, '🫖')
      }
    }
    const known = new Map<string, number>()
    const listen = async () => {
      let last = 0
      for (let isLastRound = false; ; ) {
        const news = await readMessages(actorOf(reader), server.services, Number(space._id), {
          after: last,
        })
        for (const { _id, changeSeq } of news) {
          expect(changeSeq).toBeGreaterThan(last)
          last = changeSeq
          known.set(_id, changeSeq)
        }
        if (isLastRound && news.length === 0) return last
        isLastRound = !isTalking
        await new Promise(setImmediate)
      }
    }
    const listening = listen()
    await Promise.all(talkers.map(talk))
    isTalking = false
    const changes = 8 * (40 + 14 + 10)
    expect(await listening).toBe(changes)
    const rows = await server.services.db
      .selectFrom('space_messages')
      .select(['id', 'change_seq', 'seq'])
      .execute()
    expect(known).toEqual(new Map(rows.map((row) => [String(row.id), row.change_seq])))
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(8 * 40)
    const page = await chat(server, reader, space)
    expect(page.map(({ seq }) => seq)).toEqual(page.map(({ seq }) => seq).toSorted((a, b) => a - b))
  })
})

function wanted({ colorPalette, sound, pinnedArt, isPrivate, tags, vibe }: Space) {
  return { ...GARDEN, colorPalette, sound, pinnedArt, isPrivate, tags, vibe }
}
