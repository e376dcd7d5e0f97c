import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { migrations } from '../../server/migrations/all.ts'

// Loaded by a server before its own code (`--import`): an update of many steps after the real
// migrations. It says of each step that it begins, so that a test can pull the plug in it.

const ROWS = 20_000
const WORDS = 'Some words, '.repeat(10)

function announce(step: string) {
  process.stdout.write(`begins: ${step}\n`)
}

function steps(name: string, ...statements: string[]): [string, Migration] {
  return [
    name,
    {
      async up(db: Kysely<unknown>) {
        for (const [index, statement] of statements.entries()) {
          announce(`${name} ${index + 1}`)
          await sql.raw(statement).execute(db)
        }
      },
    },
  ]
}

const rows = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})`

const update = [
  steps(
    '9001-letters',
    'create table letters (id integer primary key, words text not null)',
    `insert into letters ${rows} select i, '${WORDS}, number ' || i from n`,
    'create index letters_words on letters (words)',
    'alter table letters add column read_at integer',
    'update letters set read_at = id % 1000',
  ),
  steps(
    '9002-posts-rebuilt',
    'alter table posts add column mood text',
    "update posts set mood = 'calm'",
    'create table posts_new as select * from posts',
    'drop table posts_new',
  ),
  steps(
    '9003-answers',
    'create table answers (id integer primary key, letter_id integer not null references letters (id) on delete cascade)',
    'insert into answers select id, id from letters',
  ),
]

// What most changes of a table take on SQLite, with rows that refer to it.
const rebuilt = [
  steps(
    '9004-letters-rebuilt',
    'create table letters_new (id integer primary key, words text not null, read_at integer not null)',
    'insert into letters_new select * from letters',
    'drop table letters',
    'alter table letters_new rename to letters',
    'create index letters_read on letters (read_at, words)',
  ),
]

announce('start')
for (const [name, real] of Object.entries(migrations))
  migrations[name] = {
    async up(db) {
      announce(`${name} 1`)
      await real.up(db)
    },
  }
const isEmbedded = !process.env.DATABASE_URL
Object.assign(migrations, Object.fromEntries(isEmbedded ? [...update, ...rebuilt] : update))
