import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../../contract/import.ts'
import { importArchive, importOf, sendPiece } from '../../../tests/archives.ts'
import { archiveWith, IMAGE, line } from '../../../tests/made-archives.ts'
import { ada } from '../../../tests/people.ts'
import { openTestServer, type TestServer } from '../../../tests/test-server.ts'

let here: TestServer
beforeAll(async () => {
  here = await openTestServer()
})
afterAll(() => here.close())

describe('an archive of which not all is read', () => {
  it('goes on where a process ended in the midst of it, and doubles nothing', async () => {
    const member = await here.join({ ...ada, username: 'Adele', email: 'adele@example.org' })
    const texts = Array.from({ length: 50 }, (_, index) => `Post ${index}`)
    const posts = texts.map((text, index) => ({
      ...line(text, { createdAt: new Date(Date.UTC(2024, 5, 1, 12, index >> 2)).toISOString() }),
      images: index === 25 ? [IMAGE] : [],
    }))
    const archive = await archiveWith(posts)
    const { db, images, importJobs, clock } = here.services
    const { save: savePhoto } = images
    const save = vi.spyOn(images, 'save').mockImplementationOnce(savePhoto)
    save.mockRejectedValueOnce(new Error('The process ends.'))
    await sendPiece(here, member, archive)
    await importJobs.finish(member.id)
    expect(save).toHaveBeenCalledTimes(2)
    save.mockRestore()
    expect(await importOf(here, member)).toMatchObject({
      state: 'reading',
      posts: 50,
      postsRead: 20,
    })
    // Another process may have it in its hands still.
    await db
      .updateTable('imports')
      .set({ held_until: clock() + 60_000 })
      .execute()
    await importJobs.finish(member.id)
    expect((await importOf(here, member)).postsRead).toBe(20)
    here.pass(60_000)
    await importJobs.finish(member.id)
    expect(await importOf(here, member)).toMatchObject({ state: 'read', postsRead: 50 })
    const rows = await db
      .selectFrom('posts')
      .select(['text', 'image_count', 'is_public'])
      .where('author_id', '=', member.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ text }) => text)).toEqual(texts)
    expect(rows.filter(({ image_count }) => image_count === 1)).toHaveLength(1)
    expect(rows.every(({ is_public }) => is_public === 0)).toBe(true)
    // The file is gone with the last of it, and what is known of it with the account.
    expect(await readdir(join(here.dataDir, 'imports'))).toEqual([])
    await here.call('DELETE', '/users/me', { as: member })
    await expect
      .poll(() => db.selectFrom('imports').select('id').where('user_id', '=', member.id).execute())
      .toEqual([])
  })

  it.each([
    ['was read', 'read', () => archiveWith([line('Hello')])],
    ['was none', 'failed', async () => Buffer.from('No archive.')],
  ])('leaves no file where it %s and the process ended then', async (_what, state, made) => {
    const username = `Left_${state}`
    const member = await here.join({ ...ada, username, email: `${state}@example.org` })
    const { imports, importJobs } = here.services
    const files = () => readdir(join(here.dataDir, 'imports'))
    const before = await files()
    const remove = vi.spyOn(imports, 'remove').mockRejectedValueOnce(new Error('It ends.'))
    await sendPiece(here, member, await made())
    await importJobs.finish(member.id)
    expect(remove).toHaveBeenCalledTimes(1)
    remove.mockRestore()
    expect([await importOf(here, member), (await files()).length]).toMatchObject([
      { state },
      before.length + 1,
    ])
    await imports.removeEnded()
    expect([await importOf(here, member), await files()]).toMatchObject([{ state }, before])
  })

  it('is stopped in the midst of it, and nothing of it stays', async () => {
    const member = await here.join({ ...ada, username: 'Stop', email: 'stop@example.org' })
    const posts = Array.from({ length: 30 }, (_, index) =>
      line(`Post ${index}`, { images: index === 25 ? [IMAGE] : [] }),
    )
    const { db, images, importJobs } = here.services
    const { save: saveAnd } = images
    const save = vi.spyOn(images, 'save').mockImplementationOnce(saveAnd)
    save.mockImplementationOnce(async (...given) => {
      expect((await importOf(here, member)).postsRead).toBe(20)
      await here.call('DELETE', '/users/me/import', { as: member })
      return saveAnd(...given)
    })
    await sendPiece(here, member, await archiveWith(posts))
    await importJobs.finish(member.id)
    save.mockRestore()
    expect(await importOf(here, member)).toMatchObject({ state: 'taken back', postsRead: 0 })
    const left = db.selectFrom('posts').select('id').where('author_id', '=', member.id)
    expect(await left.execute()).toEqual([])
    const [news] = (await here.call('GET', '/notifications', { as: member })).json()
    expect(news).toBeUndefined()
  })

  it('ends where the disk is all but full, and what was read can be taken back', async () => {
    const member = await here.join({ ...ada, username: 'Room', email: 'room@example.org' })
    const hasRoom = vi.spyOn(here.services.imports, 'hasRoom').mockResolvedValue(false)
    hasRoom.mockResolvedValueOnce(true).mockResolvedValueOnce(true)
    const archive = await archiveWith(Array.from({ length: 30 }, (_, index) => line(`${index}`)))
    expect(await importArchive(here, member, archive)).toMatchObject({
      ...{ state: 'failed', problem: MESSAGES.noRoom, postsRead: 20, nextAt: null },
      undoUntil: expect.any(String),
    })
    hasRoom.mockRestore()
  })
})
