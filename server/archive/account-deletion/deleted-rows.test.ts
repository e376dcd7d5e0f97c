import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../../contract/durations.ts'
import { post } from '../../../tests/actions/post-actions.ts'
import { enter, makeSpace } from '../../../tests/actions/space-actions.ts'
import { allMailSent } from '../../../tests/all-mail-sent.ts'
import { readAll } from '../../../tests/database-snapshot.ts'
import { archiveWith, IMAGE, line } from '../../../tests/made-archives.ts'
import { ada, person } from '../../../tests/people.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

// What a deleted member made is in no row of any table, on either database:
// `tests/deleted-traces.test.ts` looks at the bytes besides, where the database is a file of ours.

const WORD = 'marzipan'
/** Letters enough to be in no row by chance, among the hashes and the keys. */
const cleopatra = person('Cleopatra')

let server: TestServer
let friend: Member
let leaver: Member
beforeEach(async () => {
  server = await openTestServer()
  friend = await server.join(ada)
  leaver = await server.join(cleopatra)
})
afterEach(() => server.close())

async function send(path: string, body?: object) {
  const answer = await server.call('POST', path, { as: leaver, ...(body ? { body } : {}) })
  if (answer.statusCode >= 400) throw new Error(`${path}: ${answer.body}`)
}

/** The tables with one of these words, whatever its case. */
async function tablesWith(traces: string[]): Promise<string[]> {
  const { rows } = await readAll(server)
  const holds = (all: object[]) => {
    const text = JSON.stringify(all).toLowerCase()
    return traces.some((trace) => text.includes(trace.toLowerCase()))
  }
  return [...rows].filter(([, all]) => holds(all)).map(([table]) => table)
}

it('no table holds what was imported, archived, said in pictures or reported, nor who it was', async () => {
  const { importJobs, archiveJobs, accountJobs, archives, imports, images, db } = server.services
  const bytes = await archiveWith([line(WORD, { images: [{ ...IMAGE, alt: WORD }] })])
  const piece = { name: 'piece', filename: 'piece', bytes }
  await send('/users/me/import', form({ bytes: String(bytes.length), offset: '0' }, piece))
  await importJobs.finish(leaver.id)
  const garden = await makeSpace(server, friend)
  await enter(server, leaver, garden)
  const shown = { name: 'images', filename: 'a.png', bytes: await testImage() }
  const said = form({ content: WORD, imageAlt: WORD }, shown)
  await send(`/spaces/${garden._id}/image-messages`, said)
  const theirs = await post(server, friend, 'Good morning')
  await send(`/posts/${theirs._id}/comments`, { text: WORD })
  await send('/reports', { kind: 'post', id: theirs._id, reason: 'other', text: WORD })
  await send('/users/me/archive')
  await archiveJobs.finish(leaver.id)
  const kept = await db
    .selectFrom('images')
    .select('id')
    .where('owner_id', '=', leaver.id)
    .execute()
  const files = await db.selectFrom('archives').select('file_id').execute()
  const ids = [...kept.map(({ id }) => id), ...files.map(({ file_id }) => String(file_id))]
  const traces = [WORD, cleopatra.email, cleopatra.username, String(leaver.id), ...ids]
  expect(ids).toHaveLength(3)
  expect(await tablesWith(traces)).toEqual(
    expect.arrayContaining([
      'archives',
      'comments',
      'images',
      'imports',
      'message_images',
      'posts',
    ]),
  )

  expect((await server.call('DELETE', '/users/me', { as: leaver })).statusCode).toBe(200)
  await accountJobs.finish(leaver.id)
  await allMailSent(server)
  for (const { removeEnded } of [archives, imports]) await removeEnded()
  server.pass(2 * HOUR_MS)
  await images.sweepSoon()
  expect(await tablesWith(traces)).toEqual([])
})
