import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../../contract/errors.ts'
import {
  type AnyRequest,
  anyRequest,
  type Description,
  UNMEASURABLE,
} from '../../tests/access/any-input.ts'
import { PRIVATE } from '../../tests/access/matrix.ts'
import { addressOf } from '../../tests/access/route-address.ts'
import { openScene, type Scene } from '../../tests/access/scene.ts'
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
import { form as formOf } from '../../tests/test-images.ts'
import type { Member } from '../../tests/test-server.ts'

// Whatever is sent to whichever route, the answer is none of our failures: it is done, or it is
// refused with a sentence, as the document of the API says.

const RUNS = 20
const WHO = [
  'spaceAdmin',
  'owner',
  'spaceAdmin',
  'owner',
  'stranger',
  'administrator',
  'anonymous',
] as const

let scene: Scene
let before: Kept
let differenceFromDocument: Awaited<ReturnType<typeof describedAnswers>>
let signedIn: (Member | undefined)[]
/** The routes that did at least once what they were asked. */
const done = new Set<string>()

beforeAll(async () => {
  scene = await openScene()
  signedIn = await Promise.all(WHO.map((role) => scene.signedIn(role)))
  before = await readAll(scene.server)
  differenceFromDocument = await describedAnswers(scene.server)
})
afterAll(() => scene.server.close())

describe('never fails, whatever is sent:', () => {
  it.each([...PRIVATE.keys()])('%s', async (route) => {
    const { server } = scene
    const request = anyRequest(await descriptionOf(route), Object.values(scene.ids))
    const who = fc.constantFrom(...signedIn)
    await fc.assert(
      fc.asyncProperty(request, who, async (asked, as) => {
        const answer = await send(route, asked, as)
        expect(answer.statusCode).toBeLessThan(500)
        expect(differenceFromDocument(route, answer)).toBeNull()
        if (answer.statusCode >= 400) {
          const { msg, fields } = errorBody.parse(answer.json())
          // The sentences of the library, which are for programmers.
          for (const sentence of [msg, ...Object.values(fields ?? {})])
            expect(sentence).not.toMatch(/^Invalid (input|option|string)|^Too (big|small)|expected/)
        } else done.add(route)
      }),
      { numRuns: RUNS },
    )
    await jobsSettled(server)
    await putBack(server, before, differences(before.digests, await digestAll(server)))
  })

  it('a length that is no number is refused wherever a text is asked for', async () => {
    let asked = 0
    for (const route of PRIVATE.keys()) {
      const { requestBody } = await descriptionOf(route)
      const names = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})
      for (const name of names) {
        const json = JSON.stringify({ [name]: UNMEASURABLE })
        const request = { path: undefined, query: {}, json, form: undefined, key: undefined }
        const { statusCode } = await send(route, request, signedIn[0])
        expect(statusCode, `${route}: ${name}`).toBeLessThan(500)
        if (statusCode === 400) asked++
      }
    }
    expect(asked).toBeGreaterThan(20)
  })

  it('and most routes have done something', () => {
    expect(done.size).toBeGreaterThan(PRIVATE.size / 2)
  })
})

async function descriptionOf(route: string): Promise<Description> {
  const operation = (await operationsOf(scene.server)).get(route)
  if (!operation) throw new Error(`${route} is not described.`)
  return operation
}

function send(route: string, { path, query, json, form, key }: AnyRequest, as?: Member) {
  const [method, pattern = ''] = route.split(' ')
  const called = path
    ? pattern.replaceAll(/:(\w+)/g, (_, name) => encoded(path[name] ?? '')).slice('/api'.length)
    : addressOf(scene, route).split('?')[0]
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
  return scene.server.call(method as 'GET', `${called}?${asked.join('&')}`, {
    ...(as ? { as } : {}),
    ...(form ? { body: fieldsOf(form) } : {}),
    ...(json === undefined ? {} : { payload: json }),
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  })
}

function fieldsOf(form: NonNullable<AnyRequest['form']>): FormData {
  const body = formOf({})
  for (const [name, value] of Object.entries(form))
    if (typeof value === 'string') body.append(name, value.toWellFormed())
    else body.append(name, new Blob([new Uint8Array(value)]), 'tea.png')
  return body
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
