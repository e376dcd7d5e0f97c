import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUp } from '../cli/backup/back-up.ts'
import { MESSAGES } from '../contract/accounts.ts'
import { reclaimSpace } from '../server/platform/database/vacuum.ts'
import { befriend, requestFriendship } from './actions/post-actions.ts'
import { ask, enter, makeSpace, say } from './actions/space-actions.ts'
import { allMailSent } from './all-mail-sent.ts'
import { ada, ben, person } from './people.ts'
import { form, testImage } from './test-images.ts'
import { type Member, openTestServer, type TestServer } from './test-server.ts'

// What a deleted member wrote is in no byte of what is kept: not in a page that is free, nor in the
// log, nor in an archive made later. On the embedded database: PostgreSQL overwrites in its own
// time.

const WORD = 'marzipan'
/** An address they asked for and did not confirm. */
const WANTED = 'kleopatra@example.net'
/** A name so long that no random bytes, of a key or a hash, have it by chance. */
const cleopatra = person('Cleopatra')

let server: TestServer
let friend: Member
let stranger: Member
beforeEach(async () => {
  server = await openTestServer({ keepsMails: true })
  friend = await server.join(ada)
  stranger = await server.join(ben)
})
afterEach(() => server.close())

async function act(as: Member, path: string, body?: object, method: 'POST' | 'PUT' = 'POST') {
  const answer = await server.call(method, path, { as, ...(body ? { body } : {}) })
  if (answer.statusCode >= 400) throw new Error(`${path}: ${answer.body}`)
  return answer.json()
}

/** Cleopatra says her word wherever one can. Returns what would give her away. */
async function liveHere(): Promise<[Member, string[]]> {
  const { db } = server.services
  const leaver = await server.join(cleopatra)
  const image = { name: 'image', filename: 'a.png', bytes: await testImage() }
  const photo = { ...image, name: 'profilePhoto' }
  await act(leaver, '/users/profile', form({ aboutMe: `${WORD} and tea` }, photo), 'PUT')
  await befriend(server, friend, leaver)
  await requestFriendship(server, leaver, stranger)
  const garden = await makeSpace(server, friend)
  const cellar = await makeSpace(server, friend, { name: 'Cellar', isPrivate: true })
  await makeSpace(server, leaver, { name: WORD, description: WORD, tags: [WORD] })
  const passed = await makeSpace(server, leaver, { name: 'Attic' })
  await enter(server, friend, passed)
  await enter(server, leaver, garden)
  await ask(server, leaver, cellar, WORD)
  const theirs = (await act(friend, '/posts', form({ text: 'Good morning' }))).post
  for (let count = 0; count < 60; count++) {
    const text = `${WORD} ${count} `.repeat(20)
    const { post } = await act(leaver, '/posts', form({ text }, ...(count === 0 ? [image] : [])))
    await act(friend, `/posts/${post._id}/comments`, { text: 'Sweet' })
    await act(leaver, `/posts/${theirs._id}/comments`, { text })
    await act(leaver, `/posts/${post._id}/like`)
    await say(server, leaver, garden, text)
  }
  const shown = form({ content: WORD, imageAlt: WORD }, { ...image, name: 'images' })
  await act(leaver, `/spaces/${garden._id}/image-messages`, shown)
  await act(friend, `/posts/${theirs._id}/comments`, { text: 'As @Cleopatra says' })
  await act(leaver, `/posts/${theirs._id}/vibes`, { emoji: '🫖' })
  await server.call('POST', '/users/forgot-password', { body: { email: cleopatra.email } })
  await server.call('PUT', '/users/email', { as: leaver, body: { email: WANTED } })
  await expect.poll(capturedMails).toBeGreaterThan(4)
  const [user] = await db.selectFrom('users').selectAll().where('id', '=', leaver.id).execute()
  const images = await db.selectFrom('images').select('id').execute()
  const [link] = await db
    .selectFrom('mailed_links')
    .select('token_hash')
    .where('user_id', '=', leaver.id)
    .where('purpose', '=', 'reset')
    .execute()
  const secrets = [user?.password_hash, link?.token_hash].map(String)
  return [
    leaver,
    [WORD, cleopatra.email, WANTED, 'cleopatra', ...secrets, ...images.map(({ id }) => id)],
  ]
}

async function capturedMails(): Promise<number> {
  return (await readdir(join(server.dataDir, 'mail')).catch(() => [])).length
}

/** The files in whose name or bytes a trace stands, each with how often. */
async function filesWith(traces: string[]): Promise<Map<string, number>> {
  const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
  const found = new Map<string, number>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = (await readFile(path, 'latin1').catch(() => '')).toLowerCase()
    const count = traces
      .map((trace) => `${path}\n${bytes}`.split(trace.toLowerCase()).length - 1)
      .reduce((sum, each) => sum + each, 0)
    if (count > 0) found.set(path.slice(server.dataDir.length + 1), count)
  }
  return found
}

it('nothing of a deleted member is in any file, nor in a backup made later', async () => {
  const [leaver, traces] = await liveHere()
  const kinds = [...(await filesWith(traces)).keys()].map((path) => path.split(/[/-]/)[0])
  expect(new Set(kinds)).toEqual(new Set(['images', 'mail', 'snug.db']))

  const answer = await server.call('DELETE', '/users/me', { as: leaver })
  expect(answer.json().msg).toBe(MESSAGES.accountDeleted)
  await allMailSent(server)
  // Where the receipt was still to be sent when the log was emptied, its row stands in the file
  // until that is done again, as every hour.
  await server.services.accountJobs.finish(leaver.id)
  await reclaimSpace(server.services.db)
  await expect.poll(() => filesWith(traces)).toEqual(new Map())
  const file = join(server.dataDir, 'later.tar')
  await backUp({ dataDir: server.dataDir, file, version: '1', now: () => 0 })
  expect((await readFile(file)).length).toBeGreaterThan(10_000)
  expect(await filesWith(traces)).toEqual(new Map())
})
