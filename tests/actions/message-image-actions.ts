import { afterAll, beforeAll, expect } from 'vitest'
import type { SpaceMessage } from '../../contract/space-messages.ts'
import type { Space } from '../../contract/spaces.ts'
import { ada, ben, cleo, ivy, jon } from '../people.ts'
import { testImage } from '../test-images.ts'
import { type Member, openTestServer, type TestServer } from '../test-server.ts'
import { chat, enter, makeSpace } from './space-actions.ts'

// What tests of pictures in messages do over and over.

interface Scene {
  server: TestServer
  admin: Member
  host: Member
  sender: Member
  reader: Member
  outsider: Member
  /** A picture to send. */
  pot: Buffer
}

export type Room = Pick<Space, '_id'>

export interface Sent {
  fields?: Record<string, string>
  images?: Buffer[]
  key?: string
}

function formOf(fields: Record<string, string>, images: Buffer[]) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const [place, bytes] of images.entries())
    body.append('images', new Blob([new Uint8Array(bytes)]), `${place}.png`)
  return body
}

export const addressIn = (message: SpaceMessage | undefined) =>
  message?.images[0]?.sources[0]?.url ?? ''

/** Opens one server for all tests of a file. */
export function openMessageImages(begin: (scene: Scene) => void) {
  let scene: Scene
  beforeAll(async () => {
    const server = await openTestServer()
    scene = {
      server,
      admin: await server.join(ada),
      host: await server.join(ben),
      sender: await server.join(cleo),
      reader: await server.join(ivy),
      outsider: await server.join(jon),
      pot: await testImage(),
    }
    begin(scene)
  })
  afterAll(() => scene.server.close())

  function send(as: Member, { _id }: Room, { fields = {}, images = [scene.pot], key }: Sent = {}) {
    const body = formOf({ content: '', ...fields }, images)
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    return scene.server.call('POST', `/spaces/${_id}/image-messages`, { as, body, headers })
  }
  return {
    send,

    /** A space with the sender and the reader in it. */
    async room(by = scene.host): Promise<Space> {
      const made = await makeSpace(scene.server, by, { name: 'Kitchen' })
      for (const member of [scene.sender, scene.reader]) await enter(scene.server, member, made)
      return made
    },
    async show(as: Member, where: Room, sent: Sent = {}): Promise<SpaceMessage> {
      const answer = await send(as, where, sent)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json()
    },
    last: async (as: Member, where: Room) => (await chat(scene.server, as, where)).at(-1),
    statusOf: async (url: string) => (await scene.server.app.inject({ url })).statusCode,
    async done(as: Member, method: 'DELETE' | 'POST' | 'PUT', path: string, body?: object) {
      const answer = await scene.server.call(method, path, { as, ...(body && { body }) })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer
    },
  }
}
