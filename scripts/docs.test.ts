import { globSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../cli/run-command.ts'
import { openTerminal } from '../cli/terminal.ts'
import manifest from '../package.json' with { type: 'json' }
import { brokenReferences, type Repository } from './doc-references.ts'

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
    expect(brokenReferences(page, readFileSync(page, 'utf8'), repository)).toEqual([])
  })

  it('includes the README and the decisions', () => {
    expect(pages).toEqual(
      expect.arrayContaining(['README.md', expect.stringMatching(/decisions[/]0001/)]),
    )
  })
})

it('scaling.md says of every table by what it would be cut', () => {
  const migrations = files.filter((file) => file.startsWith('server/migrations/'))
  const tables = migrations.flatMap((file) => namesIn(file, /create table (\w+)/g))
  const told = new Set(namesIn('docs/scaling.md'))
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter((table) => !told.has(table))).toEqual([])
})

describe('brokenReferences', () => {
  it.each([
    ['a file', '`server/posts/gone.ts`'],
    ['a folder', '`server/gone/`'],
    ['a folder by its name', '`gone/`'],
    ['a file by its name', '`gone.ts`'],
    ['a file of any room', '`contract/<room>.tsx`'],
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
    ['a test', '| `scripts/walls.test.ts` "are all tried here", "is gone" |'],
  ])('finds that %s is gone', (_, text) => {
    expect(brokenReferences('docs/x.md', `fine\n\n${text}`, repository)).toEqual([
      expect.stringMatching(/^docs[/]x[.]md:3: .*(gone|room)/i),
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
  return [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name = '']) => name)
}
