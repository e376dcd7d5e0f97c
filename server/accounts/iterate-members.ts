import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import * as queries from './queries.ts'

export async function* iterateMembers(db: Queryable, atOnce: number): AsyncGenerator<Id[]> {
  for (let last: Id | null = null; ; ) {
    const members = await queries.membersAfter(db, last, atOnce)
    yield members
    last = members.at(-1) ?? null
    if (members.length < atOnce) return
    await new Promise(setImmediate)
  }
}
