import type { Kysely } from 'kysely'

/**
 * The same database for who looks first and acts then: between the answer to the first statement
 * and what follows it, `act` is done, once. So nothing hangs on which of two writes is the quicker.
 */
export function afterFirstAnswer<Schema>(
  db: Kysely<Schema>,
  act: () => Promise<unknown>,
): Kysely<Schema> {
  let acted: Promise<unknown> | undefined
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      acted ??= act()
      await acted
      return result
    },
  })
}
