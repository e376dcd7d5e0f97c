import { expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/database.ts'
import type { Schema } from '../../schema.ts'
import { lostEventsMarkerIn } from './lost-events.ts'

it('is another one for all whenever any process changes it', async () => {
  const database = await openTestDatabase()
  const [one, other] = [database.connect<Schema>(), database.connect<Schema>()].map(
    lostEventsMarkerIn,
  )
  expect(await other?.read()).toBeNull()
  const seen: unknown[] = [null]
  for (const each of [one, one, other]) {
    await each?.change()
    expect(seen).not.toContain(await other?.read())
    expect(await one?.read()).toBe(await other?.read())
    seen.push(await other?.read())
  }
  await database.close()
})
