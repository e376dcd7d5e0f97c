import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Space } from '../../contract/spaces.ts'
import { actorOf, chat, crowd, enter, GARDEN, lookAt, makeSpace } from '../../tests/gathering.ts'
import { type Member, openTestHouse, type TestHouse } from '../../tests/house.ts'
import { ada, ben } from '../../tests/people.ts'
import type { Actor } from '../services.ts'
import { answerRequest } from './answering.ts'
import { editMessage, reactToMessage, sendMessage } from './chat.ts'
import { readMessages } from './chat-reading.ts'
import { askToJoin } from './join-requests.ts'
import { updateSpace } from './managing.ts'
import { joinSpace, leaveSpace } from './membership.ts'

let house: TestHouse
let admin: Member
beforeEach(async () => {
  house = await openTestHouse()
  admin = await house.join(ada)
})
afterEach(() => house.close())

/** How many of these went well. */
async function done(all: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(all)
  return results.filter(({ status }) => status === 'fulfilled').length
}

async function countOf(space: Space) {
  const { db } = house.services
  const { memberCount, members } = await lookAt(house, admin, space)
  const rows = await db.selectFrom('space_members').where('space_id', '=', space._id).selectAll()
  expect([members.length, (await rows.execute()).length]).toEqual([memberCount, memberCount])
  return memberCount
}

describe('a hundred at the door', () => {
  it('fill 50 places, no more', async () => {
    const space = await makeSpace(house, admin, { maxMembers: 51 })
    const guests = await crowd(house, 100)
    expect(await done(guests.map((guest) => joinSpace(guest, house.services, space._id)))).toBe(50)
    expect(await countOf(space)).toBe(51)
  })

  it('take one place each, however often they knock', async () => {
    const space = await makeSpace(house, admin, { maxMembers: 30 })
    const guests = await crowd(house, 20)
    const knocks = [...guests, ...guests, ...guests]
    expect(await done(knocks.map((guest) => joinSpace(guest, house.services, space._id)))).toBe(60)
    expect(await countOf(space)).toBe(21)
  })

  it('come and go while the room shrinks', async () => {
    const space = await makeSpace(house, admin, { maxMembers: 60 })
    const guests = await crowd(house, 60)
    const first = guests.slice(0, 30)
    await done(first.map((guest) => joinSpace(guest, house.services, space._id)))
    const shrink = (maxMembers: number) =>
      updateSpace(actorOf(admin), house.services, space._id, { ...wanted(space), maxMembers })
    await done([
      ...guests.slice(30).map((guest) => joinSpace(guest, house.services, space._id)),
      ...first.map((guest) => leaveSpace(guest, house.services, space._id)),
      ...[40, 35, 31, 20, 10].map(shrink),
    ])
    const { memberCount, maxMembers } = await lookAt(house, admin, space)
    expect(memberCount).toBeLessThanOrEqual(maxMembers)
    expect(await countOf(space)).toBe(memberCount)
  })

  it('are let in by approval only as far as there is room', async () => {
    const space = await makeSpace(house, admin, { maxMembers: 11, isPrivate: true })
    const guests = await crowd(house, 20)
    const asked = await Promise.all(
      guests.map((guest) => askToJoin(guest, house.services, { spaceId: space._id, message: '' })),
    )
    const approve = { answer: 'approved', adminResponse: '' } as const
    const twice = [...asked, ...asked]
    await done(twice.map(({ _id }) => answerRequest(actorOf(admin), house.services, _id, approve)))
    expect(await countOf(space)).toBe(11)
    expect((await lookAt(house, admin, space)).pendingRequests).toBe(10)
  })

  it('wait once each', async () => {
    const space = await makeSpace(house, admin, { isPrivate: true })
    const [guest] = await crowd(house, 1)
    const ask = () => askToJoin(guest as Actor, house.services, { spaceId: space._id, message: '' })
    expect(await done([ask(), ask(), ask()])).toBe(1)
    expect((await lookAt(house, admin, space)).pendingRequests).toBe(1)
  })
})

describe('many talking at once', () => {
  it('get numbers of their own, and who catches up misses and doubles nothing', async () => {
    const reader = await house.join(ben)
    const space = await makeSpace(house, admin)
    await enter(house, reader, space)
    const talkers = await crowd(house, 8)
    for (const talker of talkers) await joinSpace(talker, house.services, space._id)
    let isTalking = true
    const talk = async (talker: Actor) => {
      for (let turn = 0; turn < 40; turn++) {
        const content = `${talker.username} ${turn}`
        const words = { spaceId: space._id, content, clientId: undefined }
        const { _id: messageId } = await sendMessage(talker, house.services, words, null)
        const place = { spaceId: space._id, messageId }
        if (turn % 3 === 0) await editMessage(talker, house.services, place, `${content}!`)
        if (turn % 4 === 0) await reactToMessage(talker, house.services, place, '🫖')
      }
    }
    const known = new Map<string, number>()
    const listen = async () => {
      let last = 0
      for (let isLastRound = false; ; ) {
        const news = await readMessages(actorOf(reader), house.services, space._id, { after: last })
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
    const rows = await house.services.db
      .selectFrom('space_messages')
      .select(['id', 'change_seq', 'seq'])
      .execute()
    expect(known).toEqual(new Map(rows.map((row) => [row.id, row.change_seq])))
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(8 * 40)
    const page = await chat(house, reader, space)
    expect(page.map(({ seq }) => seq)).toEqual(page.map(({ seq }) => seq).toSorted((a, b) => a - b))
  })
})

function wanted({ colorPalette, sound, pinnedArt, isPrivate, tags, vibe }: Space) {
  return { ...GARDEN, colorPalette, sound, pinnedArt, isPrivate, tags, vibe }
}
