import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { unanswering } from '../../../tests/troubled-database.ts'
import { mutate } from './mutate.ts'

const event = { kind: 'sessions-ended', memberId: 1 } as const

let server: TestServer
let told: { event: { kind: string }; isKept: boolean }[]
beforeEach(async () => {
  server = await openTestServer()
  onTestFinished(() => server.close())
  told = []
})

/** Writes a row and publishes; then does more. */
function write(more: () => Promise<void>) {
  return mutate(server.services, async ({ trx, publish }) => {
    await trx.insertInto('counters').values({ name: 'written', value: 1 }).execute()
    publish(event)
    await more()
  })
}

const isKept = async () =>
  (await server.services.db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', 'written')
    .executeTakeFirst()) !== undefined

it('publishes once what it wrote is kept, and not before', async () => {
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  server.services.bus.subscribe((received) => {
    void isKept().then((kept) => {
      told.push({ event: received, isKept: kept })
      resolve()
    })
  })
  await write(async () => expect(told).toEqual([]))
  await heard
  expect(told).toEqual([{ event, isKept: true }])
})

it('has everybody read what is true where nobody can tell whether it is kept', async () => {
  const { bus, db } = server.services
  bus.subscribe((received) => void told.push({ event: received, isKept: true }))
  const gone = { bus, db: unanswering(db) }
  await expect(mutate(gone, async () => {})).rejects.toThrow('terminated')
  const writing = mutate(gone, async ({ trx, publish }) => {
    await trx.insertInto('counters').values({ name: 'written', value: 1 }).execute()
    publish(event)
  })
  await expect(writing).rejects.toThrow('terminated')
  expect(told).toEqual([{ event: { kind: 'events-lost' }, isKept: await isKept() }])
})

it('publishes nothing of what failed', async () => {
  server.services.bus.subscribe((received) => void told.push({ event: received, isKept: false }))
  const failing = write(() => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect([told, await isKept()]).toEqual([[], false])
})
