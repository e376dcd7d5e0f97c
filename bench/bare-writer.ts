import { fdatasync, mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { GroupCommit } from '../server/platform/database/sqlite/group-commit.ts'

// The limits what is written is measured against: the same framework takes a JSON body, writes one
// row of it, answers once that row is on the disk, and does nothing else. By itself SQLite flushes
// within the statement: the event loop waits for the disk, and each row for its own. `grouped`
// flushes as we do: in a thread, for all that is written meanwhile. The file goes with the folder
// of the bench.

const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'bare-'))
const file = join(folder, 'bare.db')
const isGrouped = process.argv[3] === 'grouped'
const db = new DatabaseSync(file)
db.exec(`pragma journal_mode = wal; pragma synchronous = ${isGrouped ? 'normal' : 'full'}`)
db.exec('create table messages (id integer primary key, text text not null, created_at integer)')
const insert = db.prepare('insert into messages (text, created_at) values (?, ?)')
const insertRow = (text: string) => insert.run(text, Date.now()).lastInsertRowid

const app = Fastify()
const write = isGrouped ? grouped() : async (text: string) => insertRow(text)
app.post<{ Body: { text: string } }>('/', async ({ body }) => ({
  id: String(await write(body.text)),
}))
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
process.on('disconnect', () => process.exit())

function grouped() {
  const log = openSync(`${file}-wal`, 'r+')
  const flush = promisify(fdatasync)
  const statements = new Map(
    ['begin immediate', 'commit', 'savepoint part', 'release part'].map((sql) => [
      sql,
      db.prepare(sql),
    ]),
  )
  const commits = new GroupCommit(
    {
      get isInTransaction() {
        return db.isTransaction
      },
      isFlushed: false,
      run: (sql) => statements.get(sql)?.run() ?? db.exec(sql),
      flush: () => flush(log),
    },
    (error) => {
      throw error
    },
  )
  return async (text: string) => {
    const part = await commits.begin()
    const id = part.run(() => insertRow(text))
    await part.commit()
    return id
  }
}
