import { indexMember } from '../server/friends/search-index.ts'
import type { Id } from '../server/platform/ids.ts'
import { memberRow } from './member-rows.ts'
import type { TestServer } from './test-server.ts'

// Members that a search finds, without the way through the door.

let userNumber = 100

interface Listed {
  aboutMe?: string
  /** Null: not yet. */
  verifiedAt?: number | null
}

/** Somebody who joined long ago. Returns the row. */
export async function listMember(
  { services }: TestServer,
  username: string,
  { aboutMe = '', verifiedAt = 1 }: Listed = {},
) {
  const row = { ...memberRow(username, ++userNumber), about_me: aboutMe, verified_at: verifiedAt }
  await services.db.transaction().execute(async (trx) => {
    await trx.insertInto('users').values(row).execute()
    await indexMember(trx, row.id)
  })
  return row
}

export async function writeBio({ services }: TestServer, memberId: Id, about_me: string) {
  await services.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ about_me }).where('id', '=', memberId).execute()
    await indexMember(trx, memberId)
  })
}
