import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSmtpServer } from '../server/mail/test-smtp-server.ts'
import { snug as run } from '../tests/commands.ts'
import { ada, ben, cleo } from '../tests/people.ts'
import { openTestServer, type TestServer } from '../tests/test-server.ts'
import { commandLine, endsOf } from './run-command.ts'
import { openTerminal } from './terminal.ts'

// Every command there is: what it did as one line of JSON for a program, and a sentence where it
// was asked for what makes no sense.

let server: TestServer
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-commands-'))
  server = await openTestServer()
  smtp = await startSmtpServer()
  await server.join(ada)
  await server.join(ben)
  await server.register(cleo)
})
afterAll(async () => {
  await server.close()
  await smtp.close()
  await rm(folder, { recursive: true, force: true })
})

interface Example {
  words: string[]
  told: object
  /** Words that make no sense, and what is said of them; without it nothing can be wrong. */
  wrong?: [words: string[], sentence: RegExp]
}

const nobody = /^There is no (such )?member( called Nobody)?\.$/
const why = ['--reason', 'Enough']
const file = () => join(folder, 'backup.tar')

/** In an order in which each finds what it needs. */
const EXAMPLES: Record<string, () => Example> = {
  'admin grant': () => ({
    ...{ words: ['Ben'], told: { username: 'Ben', isNew: true }, wrong: [['Nobody'], nobody] },
  }),
  'admin revoke': () => ({
    ...{ words: ['Ben', ...why], told: { username: 'Ben', isNew: true } },
    wrong: [['Nobody', ...why], nobody],
  }),
  'admin suspend': () => ({
    ...{ words: ['Ben', '--days', '7', ...why], told: { username: 'Ben', days: 7 } },
    wrong: [['Ben', '--days', 'long', ...why], /^A suspension lasts/],
  }),
  'admin lift': () => ({
    ...{ words: ['Ben', ...why], told: { username: 'Ben' }, wrong: [['Nobody', ...why], nobody] },
  }),
  'admin reset-second-factor': () => ({
    // Nobody here has one to be reset.
    ...{ ...missing(['Ben']), wrong: [['Nobody'], nobody] },
  }),
  'admin invite': () => ({
    ...{ words: ['Ada'], told: { url: expect.stringMatching(/^https:/) } },
    wrong: [['Ada', '--uses', 'x'], /^An invitation can be used/],
  }),
  'member list': () => ({
    ...{ words: [], told: { members: expect.arrayContaining([expect.anything()]) } },
  }),
  'member verify': () => ({
    ...{ words: ['Cleo'], told: { username: 'Cleo' }, wrong: [['Nobody'], nobody] },
  }),
  'member reset-password': () => ({
    ...{ words: ['Ben'], told: { username: 'Ben' }, wrong: [['Nobody'], nobody] },
  }),
  'member end-sessions': () => ({
    ...{ words: ['Ben', ...why], told: { username: 'Ben' }, wrong: [['Nobody', ...why], nobody] },
  }),
  'member delete': () => ({
    ...{ words: ['Cleo', '--yes', ...why], told: { username: 'Cleo' } },
    wrong: [['Nobody', '--yes', ...why], nobody],
  }),
  registration: () => ({
    ...{ words: ['invite'], told: { registration: 'invite' } },
    wrong: [['maybe'], /^Registration can be open, /],
  }),
  'mail test': () => ({
    ...{ words: ['ada@example.org'], told: { to: 'ada@example.org' } },
    wrong: [['ada'], /^"ada" is no email address\.$/],
  }),
  'mail failed': () => ({ words: [], told: { mails: [], total: 0 } }),
  'mail drop': () => ({ ...missing(['12345']), wrong: [['x'], /^"x" is no number of a mail/] }),
  backup: () => ({
    ...{ words: [file()], told: { file: file(), missingFiles: 0 } },
    wrong: [[join(folder, 'nowhere', 'b.tar')], /^There is no folder /],
  }),
  rehearse: () => ({
    ...{ words: [file()], told: { file: file(), files: 1 } },
    wrong: [['nowhere.tar'], /^There is no file /],
  }),
  restore: () => ({
    ...{ words: [file()], told: { formerly: null } },
    wrong: [['nowhere.tar'], /^There is no file /],
  }),
  migrate: () => ({ words: [], told: { made: [] } }),
  'keys rotate': () => ({ words: ['--yes'], told: { needsRestart: true } }),
  doctor: () => ({ words: [], told: { checks: expect.any(Array) } }),
}
/** They are long, and run by tests of their own: `demo.test.ts`, `database-backup.test.ts`. */
const ELSEWHERE = ['demo', 'move']
/** It says what happens in its log. */
const WITHOUT_JSON = ['start']

/** What can only be refused here. */
function missing(words: string[]): Example {
  return { words, told: { refused: true } }
}

function nameOf(command: Command): string {
  const above = command.parent?.parent ? `${nameOf(command.parent)} ` : ''
  return above + command.name()
}

it('every command is tried here or says why not, and takes --json', () => {
  const all = endsOf(commandLine({}, openTerminal(process), () => {}))
  const names = all.map(nameOf)
  expect(names.toSorted()).toEqual(
    [...Object.keys(EXAMPLES), ...ELSEWHERE, ...WITHOUT_JSON].toSorted(),
  )
  const silent = all.filter((command) => !command.options.some(({ long }) => long === '--json'))
  expect(silent.map(nameOf)).toEqual(WITHOUT_JSON)
})

it.each(Object.keys(EXAMPLES))('%s', async (name) => {
  const { words, told, wrong } = (EXAMPLES[name] as () => Example)()
  const environment = {
    DATA_DIR: name === 'restore' ? join(folder, 'restored') : server.dataDir,
    PUBLIC_URL: 'https://snug.example.org',
    SMTP_URL: smtp.url,
  }
  const command = name.split(' ')
  if (wrong) {
    const { code, out, err } = await run([...command, ...wrong[0], '--json'], environment)
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(wrong[1])])
    expect(err).not.toMatch(/\n|went wrong/)
  }
  const { code, out, err } = await run([...command, ...words, '--json'], environment)
  if ('refused' in told) return expect([code, err.split('\n').length]).toEqual([1, 1])
  expect(out.split('\n')).toHaveLength(1)
  expect(JSON.parse(out)).toMatchObject(told)
})
