import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { Kysely } from 'kysely'
import { pino } from 'pino'
import type { CurrentUser, LoginAnswer } from '../contract/accounts.ts'
import { openHouse } from '../server/app.ts'
import { migrations } from '../server/migrations/all.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { sqliteDialect } from '../server/platform/database/sqlite-dialect.ts'
import { createFrontDoor } from '../server/platform/http/front-door.ts'
import type { RenderedMail } from '../server/platform/mail/mail.ts'
import { readSettings } from '../server/settings.ts'
import type { Person } from './people.ts'

// A whole server on a real database for each test: only the clock, the mail's way out and the
// folder of the client are the test's own.

const PUBLIC_URL = 'https://snug.example.org'
const START = Date.UTC(2026, 0, 15, 12)

export type TestHouse = Awaited<ReturnType<typeof openTestHouse>>
/** A member who is signed in. */
export interface Member extends Person {
  token: string
  user: CurrentUser
}

interface Choices {
  rateLimits?: boolean
  /** Puts things into the data folder before the house opens; the client's folder is `client`. */
  prepare?: (dataDir: string) => Promise<void>
}

export async function openTestHouse({ rateLimits = false, prepare }: Choices = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'snug-test-'))
  await copyFile(await migratedFile(), join(dataDir, 'snug.db'))
  await prepare?.(dataDir)
  const mails: RenderedMail[] = []
  let now = START
  const settings = readSettings({
    DATA_DIR: dataDir,
    PUBLIC_URL,
    RATE_LIMITS: rateLimits ? 'on' : 'off',
  })
  const house = await openHouse(
    settings,
    {
      clock: () => now,
      log: pino({ level: 'silent' }),
      mailTransport: {
        send: async (mail) => {
          mails.push(mail)
        },
        close: async () => {},
      },
      clientFolder: join(dataDir, 'client'),
    },
    createFrontDoor(),
  )

  /** Calls the API; `path` begins below `/api`. */
  function call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { as, body, ...rest }: { as?: { token: string }; body?: unknown } & Partial<InjectOptions> = {},
  ): Promise<LightMyRequestResponse> {
    const headers = { ...rest.headers, ...(as ? { 'x-auth-token': as.token } : {}) }
    const payload = body === undefined ? {} : { payload: body as object }
    return house.app.inject({ method, url: `/api${path}`, ...payload, ...rest, headers })
  }

  /** The mail to this address that comes after so many others; waits for it to be sent. */
  async function mailTo(email: string, after = 0): Promise<RenderedMail> {
    for (let attempt = 0; attempt < 400; attempt++) {
      const found = mails.filter((mail) => mail.to === email)[after]
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error(`No mail number ${after + 1} came to ${email}.`)
  }

  async function register(person: Person) {
    const answer = await call('POST', '/users/register', { body: person })
    if (answer.statusCode !== 201) throw new Error(`register: ${answer.statusCode} ${answer.body}`)
  }

  async function verify(person: Person, after = 0) {
    const secret = secretIn(await mailTo(person.email, after))
    const answer = await call('GET', `/users/verify/${secret}`)
    if (answer.statusCode !== 200) throw new Error(`verify: ${answer.statusCode} ${answer.body}`)
  }

  async function signIn(person: Person, rememberMe = false): Promise<Member> {
    const { email, password } = person
    const answer = await call('POST', '/users/login', { body: { email, password, rememberMe } })
    if (answer.statusCode !== 200) throw new Error(`login: ${answer.statusCode} ${answer.body}`)
    return { ...person, ...answer.json<LoginAnswer>() }
  }

  return {
    ...house,
    dataDir,
    mails,
    call,
    mailTo,
    register,
    verify,
    signIn,
    /** Registers, follows the link in the mail and signs in. */
    async join(person: Person): Promise<Member> {
      const earlierMails = mails.filter((mail) => mail.to === person.email).length
      await register(person)
      await verify(person, earlierMails)
      return signIn(person)
    },
    /** Lets time pass on the server's clock. */
    pass(ms: number) {
      now += ms
    },
    async close() {
      await house.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The secret at the end of the link in a mail. */
export function secretIn(mail: RenderedMail): string {
  const secret = mail.link?.split('/').at(-1)
  if (!secret) throw new Error(`There is no link in the mail "${mail.subject}".`)
  return secret
}

// Migrating takes far longer than copying a migrated file.
let template: Promise<string> | undefined
function migratedFile(): Promise<string> {
  template ??= (async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'snug-template-')))
    await mkdir(folder, { recursive: true })
    const file = join(folder, 'snug.db')
    const db = new Kysely<never>({ dialect: sqliteDialect(file) })
    await migrate(db, migrations)
    await db.destroy()
    return file
  })()
  return template
}
