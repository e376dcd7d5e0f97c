import { DatabaseSync } from 'node:sqlite'

interface Account {
  id: number
  username: string
  user_number: number
}

/** Who is in a database that was brought back and in that of before no more, by name. */
export function accountsDeletedSince(restored: string, former: string): string[] {
  const before = membersIn(former)
  const kept = new Set(before.accounts.map(({ id }) => id))
  const back = membersIn(restored).accounts
  // Without one in common, what was there was another community, or one nobody had joined yet.
  if (!back.some(({ id }) => kept.has(id))) return []
  // What was there may be of an earlier day than the backup: who joined later was not deleted.
  const gone = back.filter(
    ({ id, user_number }) => !kept.has(id) && user_number <= before.lastNumber,
  )
  return gone.map(({ username }) => username)
}

/** None where it is damaged, which is what a backup is brought back for. */
function membersIn(file: string): { accounts: Account[]; lastNumber: number } {
  try {
    using database = new DatabaseSync(file, { readOnly: true })
    const accounts = database
      .prepare(
        `select id, username, user_number from users
        where verified_at is not null and deleted_at is null order by username`,
      )
      .all() as unknown as Account[]
    const counter = database.prepare("select value from counters where name = 'user_number'").get()
    return { accounts, lastNumber: Number(counter?.value ?? 0) }
  } catch {
    return { accounts: [], lastNumber: 0 }
  }
}
