import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'

// The limit what is written is measured against: the same framework takes a JSON body, writes one row
// of it, answers once that row is on the disk, and does nothing else. SQLite flushes within the
// statement, as it does by itself: the event loop waits for the disk. The file goes with the
// folder of the bench.

const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'bare-'))
const db = new DatabaseSync(join(folder, 'bare.db'))
db.exec('pragma journal_mode = wal; pragma synchronous = full')
db.exec('create table messages (id integer primary key, text text not null, created_at integer)')
const insert = db.prepare('insert into messages (text, created_at) values (?, ?)')

const app = Fastify()
app.post<{ Body: { text: string } }>('/', async ({ body }) => {
  const { lastInsertRowid } = insert.run(body.text, Date.now())
  return { id: String(lastInsertRowid) }
})
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
process.on('disconnect', () => process.exit())
