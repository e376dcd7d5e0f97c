import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportStatus, importStatus } from '../../contract/import.ts'
import { archiveWith, IMAGE, line } from '../made-archives.ts'
import { form } from '../test-images.ts'
import {
  openFileDatabase,
  type Server,
  signedIn,
  startServer,
  untilHealth,
} from './database-servers.ts'
import { killed, killUnderWay } from './kill-under-way.ts'
import { startS3, type TestS3 } from './s3-server.ts'

// An archive that is sent to two machines behind a balancer, of which one ends while it reads.

const database = openFileDatabase()
let s3: TestS3
let environment: Record<string, string>
let machines: Server[]
beforeAll(async () => {
  s3 = await startS3()
  environment = { ...s3.environment, DATABASE_URL: database.url }
  machines = []
  for (const _ of [1, 2]) {
    const machine = await startServer(environment)
    machines.push(machine)
    await untilHealth(machine, 200)
  }
})
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.close()))
  await s3.close()
})

const POSTS = 400
const PIECES = 5

it('goes on elsewhere, with every piece, once', async () => {
  const [member] = await signedIn(database.db, 1)
  if (!member) throw new Error('Nobody is there.')
  const texts = Array.from({ length: POSTS }, (_, index) => `Post ${index} ${'x'.repeat(2_000)}`)
  const imaged = (index: number) => (index === POSTS - 1 ? [IMAGE] : [])
  const zip = await archiveWith(texts.map((text, index) => line(text, { images: imaged(index) })))
  const ask = async (machine: Server, body?: FormData): Promise<ImportStatus> => {
    const answer = await fetch(`${machine.origin}/api/users/me/import`, {
      ...{ headers: { 'x-auth-token': member.token } },
      ...(body && { method: 'POST', body }),
    })
    return importStatus.parse(await answer.json())
  }
  const size = Math.ceil(zip.length / PIECES)
  const send = (machine: Server, offset: number) => {
    const bytes = zip.subarray(offset, offset + size)
    const fields = { bytes: String(zip.length), offset: String(offset) }
    return ask(machine, form(fields, { name: 'piece', filename: 'piece', bytes }))
  }
  const turn = (index: number) => machines[index % 2] as Server
  for (let index = 0; index < PIECES; index++) {
    // Each machine is asked at once, as by a balancer that tries again.
    const both = await Promise.all([
      send(turn(index), index * size),
      ...(index === 2 ? [send(turn(index + 1), index * size)] : []),
    ])
    for (const { received } of both) expect(received).toBe(Math.min(zip.length, (index + 1) * size))
  }
  // The last piece came to the first one, so that it reads.
  const [reader, other] = machines as [Server, Server]
  await killUnderWay(
    database.db,
    'imports',
    ({ place }) => place > 0,
    () => killed(reader.process),
  )
  const before = await ask(other)
  expect(before.state).toBe('reading')
  expect(before.postsRead).toBeLessThan(POSTS)
  // As if the time had passed after which a process that says nothing is taken for gone.
  await database.db.updateTable('imports').set({ held_until: 0 }).execute()
  // One that starts looks at once for what was left undone; the other does so every minute.
  machines.push(await startServer(environment))
  await expect.poll(async () => (await ask(other)).state, { interval: 250 }).toBe('read')

  const rows = await database.db
    .selectFrom('posts')
    .select(['text', 'image_count'])
    .orderBy('id')
    .execute()
  expect(rows.map(({ text }) => text)).toEqual(texts)
  expect(rows.at(-1)?.image_count).toBe(1)
  // Nothing of it is left in the bucket, once its end is known.
  await expect.poll(() => s3.keys('import/')).toEqual([])
})
