import { expect, it } from 'vitest'
import { waitForDatabase } from './wait-for-database.ts'

class GaveUp extends Error {}

/** Waits for so many seconds; it is there after so many refusals. */
async function waited(seconds: number, refusals: number) {
  const said: string[] = []
  let asked = 0
  const ask = async () => {
    asked++
    if (asked <= refusals) throw new Error('connect ECONNREFUSED')
  }
  const where = 'db.example.org:5432'
  const waiting = { where, isAway: () => true, minutes: seconds / 60 }
  const outcome = await waitForDatabase(
    ask,
    { ...waiting, warn: (sentence) => said.push(sentence) },
    (sentence) => new GaveUp(sentence),
  ).catch((error: unknown) => error)
  return { asked, said, outcome }
}

it('says once where it waits, why and for how long', async () => {
  const { asked, said, outcome } = await waited(30, 2)
  expect([asked, outcome]).toEqual([3, undefined])
  expect(said).toEqual([
    'waiting for the database at db.example.org:5432 (connect ECONNREFUSED), for a minute at most',
  ])
})

it('ends with a sentence when nobody comes', async () => {
  const { asked, outcome } = await waited(0.6, 1_000)
  // A busy machine may come to one of them too late.
  expect([2, 3]).toContain(asked)
  expect(outcome).toBeInstanceOf(GaveUp)
  expect(String(outcome)).toMatch(
    /^Error: The database at db\.example\.org:5432 was not there for .+: connect ECONNREFUSED\. See that it runs /,
  )
})

it('waits for nothing that waiting does not help', async () => {
  const wrong = new Error('the password is not right')
  const ask = () => Promise.reject(wrong)
  const waiting = { where: 'here', warn() {}, isAway: () => false }
  await expect(waitForDatabase(ask, waiting, () => new GaveUp())).rejects.toBe(wrong)
})
