import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../../contract/errors.ts'
import { bodyFor } from '../../tests/access/bodies.ts'
import {
  KEPT_OUT_AS,
  type KeptOut,
  PRIVATE,
  PUBLIC,
  ROLES,
  type Role,
} from '../../tests/access/matrix.ts'
import {
  BODY_DECIDES,
  expectedFrom,
  PRIVATE_EXCEPTIONS,
  PUBLIC_EXCEPTIONS,
} from '../../tests/access/matrix-exceptions.ts'
import { addressOf, prepare } from '../../tests/access/route-address.ts'
import { openScene, type Scene, WORDS } from '../../tests/access/scene.ts'
import { operationsOf } from '../../tests/api-document.ts'
import {
  differences,
  digestAll,
  jobsSettled,
  type Kept,
  putBack,
  readAll,
} from '../../tests/database-snapshot.ts'
import { describedAnswers } from '../../tests/described-answers.ts'
import type { Member } from '../../tests/test-server.ts'

// The generated matrix: every route, called in each role on the same server. Each call finds the
// server as it was; one that is refused changes nothing; no answer says what is not for its reader,
// and every one is as the document of the API says.

let scene: Scene
let before: Kept
/** Whatever ends a session, it is put back with all else. */
let signedIn: Map<Role, Member | undefined>
let differenceFromDocument: Awaited<ReturnType<typeof describedAnswers>>
/** What was read of the words that are not for everybody, and of the emails. */
const read = new Set<string>()

beforeAll(async () => {
  scene = await openScene()
  signedIn = new Map()
  for (const role of EVERYBODY) signedIn.set(role, await scene.signedIn(role))
  before = await readAll(scene.server)
  differenceFromDocument = await describedAnswers(scene.server)
})
afterAll(() => scene.server.close())

it('knows every route', async () => {
  // What answers with no JSON to anybody, or with a socket, has tests of its own.
  const isOfTheMatrix = (route: string) => route.includes(' /api/') && !/realtime$/.test(route)
  const operations = await operationsOf(scene.server)
  const routes = [...operations.keys()].filter(isOfTheMatrix)
  expect(routes.toSorted()).toEqual([...PRIVATE.keys()].toSorted())
})

describe('what is private', () => {
  it.each([...PRIVATE])('%s', async (route, expected) => {
    expect(await statusesOf(route, WORDS)).toEqual(
      expectedFrom(route, expected, PRIVATE_EXCEPTIONS),
    )
  })
})

it('was read by whom it is for', () => {
  const readers = WORDS.flatMap(({ text, readers: all }) => all.map((role) => `${role}: ${text}`))
  expect([...read].filter((line) => !line.includes('@')).toSorted()).toEqual(
    [...readers, 'administrator: Ben wrote this for his friends'].toSorted(),
  )
  expect(read).toContain('administrator: cleo@example.org')
})

describe('what is public', () => {
  beforeAll(async () => {
    await scene.open()
    before = await readAll(scene.server)
  })

  it.each([...PUBLIC])('%s', async (route, expected) => {
    expect(await statusesOf(route, [])).toEqual(expectedFrom(route, expected, PUBLIC_EXCEPTIONS))
  })
})

const EVERYBODY: Role[] = [...ROLES, ...(Object.keys(KEPT_OUT_AS) as KeptOut[])]

/** Calls the route in each role; whom it refuses also with what no body is. */
async function statusesOf(route: string, words: typeof WORDS): Promise<Record<Role, number>> {
  const statuses = {} as Record<Role, number>
  for (const role of EVERYBODY) statuses[role] = await statusFor(route, role, words)
  const body = bodyFor(scene, route)
  const isForm = body instanceof FormData
  for (const role of body && !isForm ? EVERYBODY : []) {
    const deciding = BODY_DECIDES[route] ?? []
    if (deciding === 'everybody' || deciding.includes(role)) continue
    if ([403, 404].includes(statuses[role]))
      expect(await refusalOfNoBody(route, role), `${role} was told of the body first`).toBe(
        statuses[role],
      )
  }
  return statuses
}

async function refusalOfNoBody(route: string, role: Role): Promise<number> {
  const as = signedIn.get(role)
  const [method] = route.split(' ')
  const to = addressOf(scene, route)
  const answer = await scene.server.call(method as 'GET', to, { ...(as ? { as } : {}), body: [] })
  return answer.statusCode
}

async function statusFor(route: string, role: Role, words: typeof WORDS): Promise<number> {
  const { server } = scene
  const as = signedIn.get(role)
  const isPrepared = as !== undefined && (await prepare(scene, route, as))
  const found = isPrepared ? await digestAll(server) : before.digests
  const body = bodyFor(scene, route)
  const [method] = route.split(' ')
  const answer = await server.call(method as 'GET', addressOf(scene, route), {
    ...(as ? { as } : {}),
    ...(body ? { body } : {}),
  })
  await jobsSettled(server)
  const left = await digestAll(server)
  await putBack(server, before, differences(before.digests, left))
  if (answer.statusCode >= 400) {
    expect(differences(found, left), `${role} was refused, and this changed`).toEqual([])
    expect(() => errorBody.parse(answer.json())).not.toThrow()
  }
  expect(differenceFromDocument(route, answer)).toBeNull()
  expectNothingUnfit(answer, route, role, words)
  return answer.statusCode
}

/** Fails when an answer says what is not for this reader. */
function expectNothingUnfit(
  answer: LightMyRequestResponse,
  route: string,
  role: Role,
  words: typeof WORDS,
) {
  const said = JSON.stringify(answer.headers) + answer.body
  const isGivenToken = /login$|refresh-token$/.test(route)
  for (const secret of [...secrets(), ...(isGivenToken ? [] : [/eyJ[\w-]+\.[\w-]+\./])])
    expect(said, `${route} tells a secret to ${role}`).not.toMatch(secret)
  const isModeration = role === 'administrator' && route === 'GET /api/posts'
  for (const { text, readers } of words) {
    if (!said.includes(text)) continue
    read.add(`${role}: ${text}`)
    if (!(isModeration && text === WORDS[0]?.text))
      expect(readers, `${route}: ${text}`).toContain(role)
  }
  for (const email of emailsOfOthers(route, role)) {
    if (!said.includes(email)) continue
    read.add(`${role}: ${email}`)
    expect(READS_EMAILS, email).toContain(route)
    expect(role, email).toBe('administrator')
  }
}

/** What the database keeps and nobody is ever told. */
function secrets(): string[] {
  const column = (table: string, name: string) =>
    (before.rows.get(table) ?? []).map((row) =>
      String(Object.entries(row).find(([key]) => key === name)?.[1]),
    )
  return [
    ...column('users', 'password_hash'),
    ...column('mailed_links', 'token_hash'),
    ...column('server_state', 'value'),
    ...column('sessions', 'id'),
  ]
}

const READS_EMAILS = [
  ...['GET /api/all', 'GET /api/admin/users.csv', 'GET /api/admin/user/:id'],
  ...['GET /api/admin/mails', 'GET /api/admin/waiting'],
]

function emailsOfOthers(route: string, role: Role): string[] {
  const { people, guest, waiting } = scene
  const everybody = [...Object.values(people), guest, waiting].map(({ email }) => email)
  const own = role === 'anonymous' ? undefined : { ...people, waiting }[role].email
  return everybody.filter(
    (email) => email !== own && !(route.endsWith('/login') && email === guest.email),
  )
}
