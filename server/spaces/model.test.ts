import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { spaceBody } from '../../contract/spaces.ts'
import { crowd, GARDEN } from '../../tests/actions/space-actions.ts'
import { type Act, actOnModel, modelSpace } from '../../tests/models/space-model.ts'
import { MISSING_ID } from '../../tests/people.ts'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor } from '../services.ts'
import { createSpace, transferSpace, updateSpace } from './manage-space.ts'
import { answerRequest } from './membership/answer-join-request.ts'
import { askToJoin } from './membership/join-requests.ts'
import { joinSpace, leaveSpace, removeMember } from './membership/membership.ts'
import { deleteMessage, editMessage, reactToMessage } from './messages/change-message.ts'
import { sendMessage } from './messages/send-message.ts'

const PEOPLE = 10
/** An id that is nobody's. */
const NOBODY = Number(MISSING_ID)

let server: TestServer
let people: Actor[]
beforeAll(async () => {
  server = await openTestServer()
  people = await crowd(server, PEOPLE)
})
afterAll(() => server.close())

const person = (index: number) => people[index] as Actor

interface Dependencies {
  spaceId: Id
  /** Ids of the messages in the order they were said. */
  messages: Id[]
}

async function perform({ spaceId, messages }: Dependencies, act: Act): Promise<unknown> {
  const { services } = server
  if (act.kind === 'wait') return server.pass(act.ms)
  const who = person(act.who)
  switch (act.kind) {
    case 'join':
      return joinSpace(who, services, spaceId)
    case 'leave':
      return leaveSpace(who, services, spaceId)
    case 'ask':
      return askToJoin(who, services, { spaceId, message: '' })
    case 'say': {
      const words = { spaceId, content: 'Hello', clientId: undefined }
      const { _id } = await sendMessage(who, services, words, null)
      return messages.push(Number(_id))
    }
    case 'approve':
    case 'deny': {
      const answer = act.kind === 'approve' ? 'approved' : 'denied'
      const request = await requestOf(spaceId, person(act.other).id)
      return answerRequest(who, services, request, { answer, adminResponse: '' })
    }
    case 'remove':
      return removeMember(who, services, { spaceId, userId: person(act.other).id, reason: '' })
    case 'transfer':
      return transferSpace(who, services, spaceId, person(act.other).id)
    case 'change': {
      const { max: maxMembers, isPrivate } = act
      const body = spaceBody.parse({ ...GARDEN, maxMembers, isPrivate })
      return updateSpace(who, services, spaceId, body)
    }
    default: {
      const place = { spaceId, messageId: messages.at(-1 - act.message) ?? NOBODY }
      if (act.kind === 'edit') return editMessage(who, services, place, { content: 'Hello!' })
      if (act.kind === 'unsay') return deleteMessage(who, services, place, '')
      return reactToMessage(who, services, place, '🫖')
    }
  }
}

async function requestOf(spaceId: Id, userId: Id): Promise<Id> {
  const row = await server.services.db
    .selectFrom('join_requests')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.id ?? NOBODY
}

async function statusOf(done: Promise<unknown>): Promise<number> {
  try {
    await done
    return 200
  } catch (error) {
    if (error instanceof HttpError) return error.status
    throw error
  }
}

async function stateOf(spaceId: Id) {
  const { db } = server.services
  const space = await db
    .selectFrom('spaces')
    .selectAll()
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('space_members')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .execute()
  const requests = await db
    .selectFrom('join_requests')
    .select(['user_id', 'status'])
    .where('space_id', '=', spaceId)
    .execute()
  const messages = await db
    .selectFrom('space_messages')
    .select(['id', 'seq', 'change_seq', 'sender_id', 'is_deleted'])
    .where('space_id', '=', spaceId)
    .orderBy('id')
    .execute()
  const numberOf = (id: Id | null) => people.findIndex((each) => each.id === id)
  return { space, members, requests, messages, numberOf }
}

async function check(spaceId: Id, model: ReturnType<typeof modelSpace>) {
  const { space, members, requests, messages, numberOf } = await stateOf(spaceId)
  const inside = members.map(({ user_id }) => numberOf(user_id))
  expect(new Set(inside)).toEqual(model.members)
  expect(space.member_count).toBe(inside.length)
  expect(space.member_count).toBeLessThanOrEqual(space.max_members)
  expect(inside).toContain(numberOf(space.admin_id))
  expect([numberOf(space.admin_id), space.max_members, space.is_private === 1]).toEqual([
    model.admin,
    model.max,
    model.isPrivate,
  ])
  expect(new Map(requests.map(({ user_id, status }) => [numberOf(user_id), status]))).toEqual(
    new Map([...model.requests].map(([who, { status }]) => [who, status])),
  )
  expect(space.last_seq).toBe(model.changes)
  const said = messages.map((row) => ({
    sender: numberOf(row.sender_id),
    isDeleted: row.is_deleted === 1,
  }))
  expect(said).toEqual(model.messages.map(({ sender, isDeleted }) => ({ sender, isDeleted })))
  messages.slice(1).forEach(({ seq }, index) => {
    expect(seq).toBeGreaterThan(messages[index]?.seq ?? 0)
  })
  expect(new Set(messages.map((row) => row.change_seq)).size).toBe(messages.length)
}

// Weighed so that acts meet: who asked is answered, who spoke is there to be edited.
const anybody = fc.nat({ max: PEOPLE - 1 })
const few = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 2 }) }, anybody)
const founder = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, few)
const message = fc.nat({ max: 3 })
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('join'), who: anybody }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('say'), who: few }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave'), who: anybody }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask'), who: anybody }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('approve', 'deny'),
      who: founder,
      other: anybody,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('remove'), who: founder, other: anybody }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('transfer'), who: few, other: few }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('edit', 'unsay', 'react'), who: few, message }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change'),
      who: founder,
      max: fc.integer({ min: 1, max: PEOPLE }),
      isPrivate: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      ms: fc.constantFrom(1, DAY_MS - 1, DAY_MS),
    }),
  },
)

it('a space does what its model does, whatever ten people do', async () => {
  const happened = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(acts, { minLength: 250, maxLength: 350 }),
      async (isPrivate, all) => {
        const model = { ...modelSpace(), isPrivate }
        const body = spaceBody.parse({ ...GARDEN, maxMembers: model.max, isPrivate })
        const { _id } = await createSpace(person(0), server.services, body, null)
        const spaceId = Number(_id)
        const world: Dependencies = { spaceId, messages: [] }
        for (const act of all) {
          const status = await statusOf(perform(world, act))
          expect([act, status]).toEqual([act, actOnModel(model, act, server.services.clock())])
          await check(spaceId, model)
          happened.set(`${act.kind} ${status}`, (happened.get(`${act.kind} ${status}`) ?? 0) + 1)
        }
      },
    ),
    { numRuns: 6 },
  )
  const acted = 'join leave ask say approve deny remove transfer change edit unsay react'.split(' ')
  // A model that is only ever refused would prove nothing.
  for (const kind of acted) expect(happened.has(`${kind} 200`), kind).toBe(true)
  for (const refused of ['join 409', 'join 403', 'ask 409', 'say 403', 'change 409', 'edit 403'])
    expect(happened.has(refused), refused).toBe(true)
})
