import fc from 'fast-check'
import { expect, it } from 'vitest'
import { importArchive } from '../../../tests/archives.ts'
import { filesWith, IMAGE, line } from '../../../tests/made-archives.ts'
import { ada } from '../../../tests/people.ts'
import { openScopedTestServer } from '../../../tests/scenes/scoped-test-server.ts'
import { zipOf } from '../../../tests/zip-files.ts'

const PARTS = 10
const NO_UTF8 = Buffer.from([0xff, 0xfe, 0xc0, 0x80])

it('an archive that is damaged anywhere is read or told of, and never stops the server', async () => {
  const here = await openScopedTestServer()
  let member = await here.join(ada)
  let comers = 0
  /** One archive a day is read of each. */
  async function outcomeOf(zip: Buffer): Promise<string> {
    const status = await importArchive(here, member, zip)
    if (status.state === 'failed') return status.problem ?? ''
    const name = `Ada${++comers}`
    member = await here.join({ ...ada, username: name, email: `${name}@example.org` })
    return status.state
  }
  const files = await filesWith([line('Tea', { images: [IMAGE] }), line('Jam')])
  const whole = await zipOf(files)
  for (let part = 1; part < PARTS; part++) {
    const cut = whole.subarray(0, Math.floor((whole.length * part) / PARTS))
    expect(await outcomeOf(cut), `${part} parts of ${PARTS}`).not.toBe('read')
  }
  const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const zip = Buffer.from(whole)
      for (const [at, byte] of changes) zip[at] = byte
      expect(await outcomeOf(zip)).toMatch(/^read$|\.$/)
    }),
    { numRuns: 30 },
  )
  const odd = [
    Buffer.concat([
      Buffer.from('{"schema":1,"posts":[{"text":"'),
      NO_UTF8,
      Buffer.from('"}],"made":[]}'),
    ]),
    '{"schema":1,"posts":[{"__proto__":{"text":"x"},"constructor":1}],"made":[]}',
    ...['1e999', 'null', '{}', '"x"', '-0', '[[]]'].map((post) => `{"schema":1,"posts":[${post}]}`),
    JSON.stringify({
      schema: 1,
      posts: ['+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00.000Z', 'soon'].map((createdAt) =>
        line('\ud800 when?', { createdAt }),
      ),
      made: [],
    }),
  ]
  // What is no post is left out.
  for (const posts of odd)
    expect(await outcomeOf(await zipOf({ ...files, 'data/posts.json': posts }))).toBe('read')
  const named = await zipOf({ ...files, 'data/xxxx': 'x' })
  for (let at = named.indexOf('xxxx'); at >= 0; at = named.indexOf('xxxx', at))
    named.set(NO_UTF8, at)
  expect(await outcomeOf(named)).toBe('read')
  expect((await here.call('GET', '/users/user', { as: member })).statusCode).toBe(200)
})
