import { globSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HOT_ADMIN_QUERIES } from '../bench/hot-admin-queries.ts'
import { HOT_QUERIES } from '../bench/hot-queries.ts'
import { HOT_ROOM_QUERIES } from '../bench/hot-room-queries.ts'
import { commandLine, endsOf } from '../cli/run-command.ts'
import { openTerminal } from '../cli/terminal.ts'
import manifest from '../package.json' with { type: 'json' }
import { brokenReferences, type Repository } from './doc-references.ts'
import { visibilityPage } from './visibility-page.ts'

const NOT_OURS = /(^|[/])(node_modules|dist|data|data-demo[^/]*|test-results|[.]git)([/]|$)/
/** Fastify's. */
const NAMES_OF_OTHERS = ['reqId']
const CODE = /[.](?:[jt]sx?|json|ya?ml)$/

const files = globSync(['**/*', '.ci/*', '.*'], { exclude: (path) => NOT_OURS.test(path) }).filter(
  (path) => statSync(path).isFile(),
)
// But for this file, which names what is gone.
const code = files.filter((file) => CODE.test(file) && file !== 'scripts/docs.test.ts')
const repository: Repository = {
  files,
  names: new Set([...code.flatMap((file) => namesIn(file)), ...NAMES_OF_OTHERS]),
  scripts: manifest.scripts,
  checks: namesIn('scripts/check.ts', /\bname: '([a-z-]+)'/g),
  benches: namesIn('bench/run.ts', /^ {2}([a-z]+): /gm),
  commandLine: commandLine({}, openTerminal(process), () => {}),
}

describe('what the pages of the docs refer to', () => {
  const pages = files.filter((file) => /^(README|docs[/].*)[.]md$/.test(file))

  it.each(pages)('is there: %s', (page) => {
    expect(brokenReferences(page, read(page), repository)).toEqual([])
  })

  it('includes the README and the decisions', () => {
    expect(pages).toEqual(
      expect.arrayContaining(['README.md', expect.stringMatching(/decisions[/]0001/)]),
    )
  })
})

it('visibility.md is what the tests try', () => {
  expect(read('docs/visibility.md')).toBe(visibilityPage())
})

it('scaling.md says of every table by what it would be cut', () => {
  const migrations = files.filter((file) => file.startsWith('server/migrations/'))
  const tables = migrations.flatMap((file) => namesIn(file, /create table (\w+)/g))
  const told = new Set(namesIn('docs/scaling.md'))
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter((table) => !told.has(table))).toEqual([])
})

it('retention.md says of every table how long it is kept, and of every hourly task what it ends', () => {
  const migrations = files.filter((file) => file.startsWith('server/migrations/'))
  const tables = migrations.flatMap((file) => namesIn(file, /create table (\w+)/g))
  const tasks = namesIn('server/hourly-tasks.ts', /^ {4}(\w+): /gm)
  const page = read('docs/retention.md')
  const rows = [...page.matchAll(/^[|] (`.+?) [|] (.+?) [|](.*)[|]$/gm)]
  const named = (cells: string[]) =>
    cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const inDatabase = rows.filter(({ index }) => index < page.indexOf('## In the data folder'))
  expect(named(inDatabase.map(([, things = '']) => things)).toSorted()).toEqual(tables.toSorted())
  expect(tasks.length).toBeGreaterThan(10)
  const [, room = ''] = page.split('## What becomes of the room')
  const ofRoom = named([room]).filter((name) => name !== undefined && tasks.includes(name))
  const told = [...named(rows.map(([, , , ends = '']) => ends)), ...ofRoom]
  expect(new Set(told)).toEqual(new Set(tasks))
})

it('the page of query plans has every hot query, and no other', () => {
  const headings = new Set(namesIn('docs/query-plans.md', /^### (.+)$/gm))
  expect([...headings].toSorted()).toEqual(
    [...HOT_QUERIES, ...HOT_ROOM_QUERIES, ...HOT_ADMIN_QUERIES].map(([name]) => name).toSorted(),
  )
})

it('each promise has a number of its own and names a test, or says that it is not built yet', () => {
  const rows = read('docs/security.md').match(/^[|] \d+ [|].*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(30)
  expect(new Set(rows.map((row) => Number.parseInt(row.slice(2), 10))).size).toBe(rows.length)
  expect(rows.filter((row) => !/[.](?:test|spec)[.]tsx?` "|not built yet/.test(row))).toEqual([])
})

describe('what runs a server is told where it is looked for:', () => {
  const pagesText = ['docs/self-hosting.md', 'docs/scaling.md'].map(read).join('\n')

  it('every setting', () => {
    const readers = ['server/config.ts', 'server/backups/config-backups.ts']
    const settings = readers.flatMap((file) => namesIn(file, /'([A-Z][A-Z\d_]+)'/g))
    expect(settings.length).toBeGreaterThan(15)
    expect(settings.filter((name) => !pagesText.includes(`\`${name}`))).toEqual([])
  })

  it('every command', () => {
    const names = endsOf(repository.commandLine).map((command) => command.name())
    expect(names.length).toBeGreaterThan(8)
    const told = (name: string) =>
      new RegExp(`\`(snug [a-z ]*|npm run )?${name}\\b`).test(pagesText)
    expect(names.filter((name) => !told(name))).toEqual([])
  })
})

describe('brokenReferences', () => {
  it.each([
    ['a file', '`server/posts/gone.ts`'],
    ['a folder', '`server/gone/`'],
    ['a folder by its name', '`gone/`'],
    ['a file by its name', '`gone.ts`'],
    ['a file of any feature', '`contract/<feature>.tsx`'],
    ['a page that is linked', '[more](gone.md)'],
    ['a heading that is linked', '[more](development.md#gone)'],
    ['a name of the code', '`goneEntirely(actor)`'],
    ['a setting', '`GONE_URL`'],
    ['a script', '`npm run gone`'],
    ['a check', '`npm test -- gone`'],
    ['a test file', '```sh\nnpx vitest run --project node gone/from\n```'],
    ['a bench', '`npm run bench -- gone`'],
    ['a program', '```sh\nDATA_DIR=x node cli/gone.ts\n```'],
    ['a command', '```sh\ncd x && snug gone\n```'],
    ['a command of a command', '`npm run --silent snug -- admin gone NAME`'],
    ['an option', '`snug member list --gone`'],
    ['an option by itself', '`--gone`'],
    ['an option of a shortened command', '`restore --gone`'],
    ['a test', '| `scripts/walls.test.ts` "are all tried here", "is gone" |'],
  ])('finds that %s is gone', (_, text) => {
    expect(brokenReferences('docs/x.md', `fine\n\n${text}`, repository)).toEqual([
      expect.stringMatching(/^docs[/]x[.]md:3: .*(gone|feature)/i),
    ])
  })

  it.each([
    [
      'what the files and the code have',
      '`server/posts/`, `docs.test.ts`, `mutate(x)`, `DATA_DIR`',
    ],
    ['what is elsewhere', '`/etc/snug.env`, `data/mail`, `.eml`, `https://x.example.org/a.json`'],
    ['plain text', 'goneEntirely and server/posts/gone.ts'],
    ['commands that are there', '`npm test -- unit server/posts`, `snug backup FILE`'],
    ['commands of others', '```sh\ngit pull && systemctl restart snug # gone\n```'],
    ['links that lead somewhere', '[a](development.md#the-parts) [b](https://example.org/)'],
  ])('lets %s be', (_, text) => {
    expect(brokenReferences('docs/x.md', text, repository)).toEqual([])
  })
})

function namesIn(path: string, pattern = /([A-Za-z]\w+)/g): string[] {
  return [...read(path).matchAll(pattern)].map(([, name = '']) => name)
}

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
