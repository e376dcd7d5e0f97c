import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Person, person as personNamed } from '../people.ts'
import { type Member, openTestServer, type TestServer } from '../test-server.ts'

interface Scene {
  server: TestServer
  person: Person
  member: Member
  /** Somebody else who is new in this test; they have not joined. */
  another: (name: string) => Person
}

/**
 * Begins each test with somebody new who just joined, so that all tests of a file share one server.
 */
export function newPersonForEach(begin: (scene: Scene) => void, open = () => openTestServer()) {
  let server: TestServer
  let count = 0

  beforeAll(async () => {
    server = await open()
  })
  afterAll(() => server.close())

  beforeEach(async () => {
    count++
    const another = (name: string) => personNamed(`${name}${count}`)
    const person = another('Ben')
    begin({ server, person, member: await server.join(person), another })
  })
}
