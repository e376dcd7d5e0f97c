import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { importArchive } from '../../../tests/archives.ts'
import { filesWith, IMAGE } from '../../../tests/made-archives.ts'
import { ada } from '../../../tests/people.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { zipOf } from '../../../tests/zip-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('leaves alone what its reader says of themselves meanwhile', async () => {
  const newcomer = await server.join(ada)
  const files = await filesWith([])
  const profile = JSON.parse(String(files['data/profile.json']))
  const there = { ...profile, aboutMe: 'From there', pet: 'cat', photo: IMAGE }
  files['data/profile.json'] = JSON.stringify(there)
  const { images } = server.services
  const own = async () => (await server.call('GET', '/users/user', { as: newcomer })).json()
  let chosen: string | undefined
  const save = vi.spyOn(images, 'save')
  const { save: saveAnd } = images
  save.mockImplementationOnce(async (...given) => {
    const photo = { name: 'profilePhoto', filename: 'me.png', bytes: await testImage('png') }
    const body = form({ aboutMe: 'From here' }, photo)
    await server.call('PUT', '/users/profile', { as: newcomer, body })
    chosen = (await own()).profilePhoto
    return saveAnd(...given)
  })
  onTestFinished(() => save.mockRestore())
  expect(await importArchive(server, newcomer, await zipOf(files))).toMatchObject({ state: 'read' })
  expect(chosen).toEqual(expect.any(String))
  expect(await own()).toMatchObject({
    ...{ aboutMe: 'From here', petPreference: 'cat', profilePhoto: chosen },
  })
})
