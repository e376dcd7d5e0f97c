import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { openTestServer } from '../../tests/test-server.ts'
import { hourlyTasks, hourlyTasksOfMachine } from '../hourly-tasks.ts'
import { newId } from '../platform/ids.ts'

it('what nobody asks for any more goes, each at its time and not before', async () => {
  const server = await openTestServer()
  const { dataDir, services } = server
  const { db } = services
  const [host, guest] = [await server.join(ada), await server.join(ben)]
  const attic = await makeSpace(server, host, { name: 'Attic' })
  await enter(server, guest, attic)
  const [first, second] = [
    await say(server, host, attic, 'One'),
    await say(server, host, attic, 'Two'),
  ]
  const path = (id: string) => `/spaces/${attic._id}/messages/${id}`
  await server.call('DELETE', path(first._id), { as: host })
  const request = { space_id: Number(attic._id), message: '', admin_response: '', created_at: 1 }
  const answered = { answered_at: services.clock(), status: 'denied' as const }
  await db
    .insertInto('join_requests')
    .values({ ...request, ...answered, id: newId(), user_id: guest.id })
    .onConflict((c) => c.columns(['space_id', 'user_id']).doUpdateSet(answered))
    .execute()
  const invitation = { space_id: Number(attic._id), user_id: guest.id, inviter_id: host.id }
  await db
    .insertInto('space_invitations')
    .values({ ...invitation, created_at: services.clock() })
    .execute()
  const notification = { kind: 'friend_accepted' as const, params: '{}', is_read: 0 }
  await db
    .insertInto('notifications')
    .values({ ...notification, id: newId(), user_id: host.id, created_at: services.clock() })
    .execute()

  // One moment for all: the next second has another name.
  const now = Date.now()
  const stamp = (ago: number) => new Date(now - ago).toISOString().slice(0, 19).replaceAll(':', '-')
  const mails = join(dataDir, 'mail')
  await mkdir(mails)
  for (const ago of [29 * DAY_MS, 31 * DAY_MS])
    await writeFile(join(mails, `${stamp(ago)}.000Z-id-box.eml`), 'mail')
  const former = (ago: number) => `${basename(dataDir)}.before-restore-${stamp(ago)}`
  const beside = async () =>
    (await readdir(dirname(dataDir))).filter((name) => name.startsWith(`${basename(dataDir)}.`))
  for (const name of [former(29 * DAY_MS), former(31 * DAY_MS), `${former(31 * DAY_MS)}-mine`])
    await mkdir(join(dirname(dataDir), name, 'images'), { recursive: true })

  const run = async () => {
    const tasks = { ...hourlyTasks(services), ...hourlyTasksOfMachine(services) }
    for (const task of Object.values(tasks)) await task()
  }
  const left = async () => ({
    marks: (await db.selectFrom('space_messages').select('is_deleted').execute()).length,
    answers: (await db.selectFrom('join_requests').select('status').execute()).length,
    unread: (await db.selectFrom('notifications').select('id').execute()).length,
  })
  const invitations = () => db.selectFrom('space_invitations').select('user_id').execute()
  server.pass(13 * DAY_MS)
  await run()
  expect(await invitations()).toHaveLength(1)
  server.pass(76 * DAY_MS)
  await run()
  expect(await invitations()).toEqual([])
  expect(await left()).toMatchObject({ marks: 2, answers: 1, unread: 1 })
  expect(await readdir(mails)).toEqual([expect.stringContaining(stamp(29 * DAY_MS).slice(0, 10))])
  expect((await beside()).sort()).toEqual(
    [`${former(31 * DAY_MS)}-mine`, former(29 * DAY_MS)].sort(),
  )
  server.pass(2 * DAY_MS)
  await run()
  expect(await left()).toMatchObject({ marks: 1, answers: 0, unread: 1 })
  const as = await server.signIn(ada)
  const after = await server.call('GET', `/spaces/${attic._id}/messages?after=0`, { as })
  expect(after.json()).toMatchObject([{ _id: second._id, content: 'Two' }])
  server.pass(366 * DAY_MS)
  await run()
  expect((await left()).unread).toBe(0)
  for (const name of await beside()) await rm(join(dirname(dataDir), name), { recursive: true })
  await server.close()
})

it('a backup that was being brought back when that was killed goes after a day', async () => {
  const server = await openTestServer()
  const { dataDir } = server
  const now = Date.now()
  const kinds = ['restoring', 'rehearsal', 'rehearsal.restoring', 'mine']
  const left = async () =>
    (await readdir(dirname(dataDir)))
      .filter((name) => name.startsWith(`${basename(dataDir)}.`))
      .map((name) => name.slice(basename(dataDir).length + 1))
      .sort()
  for (const kind of kinds) {
    await mkdir(`${dataDir}.${kind}`)
    const file = join(`${dataDir}.${kind}`, 'found-checksums')
    await writeFile(file, 'words')
    for (const path of [file, `${dataDir}.${kind}`])
      await utimes(path, (now - 25 * HOUR_MS) / 1000, (now - 25 * HOUR_MS) / 1000)
  }
  // One under way: the folder itself is as old as its beginning.
  const underWay = join(`${dataDir}.rehearsal.restoring`, 'found-checksums')
  await utimes(underWay, now / 1000, now / 1000)
  const { removeFormerFolders } = hourlyTasksOfMachine(server.services)
  await removeFormerFolders?.()
  expect(await left()).toEqual(['mine', 'rehearsal.restoring'])
  for (const kind of await left()) await rm(`${dataDir}.${kind}`, { recursive: true })
  await server.close()
})
