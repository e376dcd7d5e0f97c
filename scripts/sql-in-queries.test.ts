import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOMS = new Set(globSync('server/*/{routes,queries}.ts').map((file) => file.split('/')[1]))
/** A statement, as Kysely begins it. */
const STATEMENT = /[.](insertInto|selectFrom|updateTable|deleteFrom|mergeInto)\(/
/** Tests, and what only the tests beside them use, look into tables to see what is there. */
const NEVER_SERVES = /[.]test[.]ts$|[/](test|fake)-[^/]+$/

test('a room has its SQL in files whose names end with queries', () => {
  const files = globSync(`server/{${[...ROOMS]}}/**/*.ts`).filter(
    (file) => !NEVER_SERVES.test(file),
  )
  const withSql = files.filter((file) => STATEMENT.test(readFileSync(file, 'utf8')))
  expect(withSql).toContain('server/accounts/queries.ts')
  expect(withSql.filter((file) => !/queries[.]ts$/.test(file))).toEqual([])
})
