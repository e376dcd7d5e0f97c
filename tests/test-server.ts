import { join } from 'node:path'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import inject, { type InjectOptions, type Response } from 'light-my-request'
import { type Logger, pino } from 'pino'
import type { CurrentUser, LoginAnswer } from '../contract/accounts.ts'
import type { RegistrationProof } from '../contract/registration-proof.ts'
import { buildServer } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { capturedMailsFolder, capturedTransport } from '../server/mail/captured-mails.ts'
import type { MailTransport, RenderedMail } from '../server/mail/mail.ts'
import { createHttpServer } from '../server/platform/http/http-server.ts'
import type { Id } from '../server/platform/ids.ts'
import { type SafeFetch, SafeFetchError } from '../server/platform/safe-fetch/safe-fetch.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import type { Person } from './people.ts'
import { PATIENCE_MS } from './setup/waiting-patience.ts'

// A whole server on a real database for each test: only the clock, the mail's way out and the
// folder of the client are the test's own.

const PUBLIC_URL = 'https://snug.example.org'
const START = Date.UTC(2026, 0, 15, 12)

export type TestServer = Awaited<ReturnType<typeof openTestServer>>
/** A member who is signed in. */
export interface Member extends Person {
  token: string
  user: CurrentUser
  /** The same as `user._id`, as the server works with it. */
  id: Id
}

interface Choices {
  rateLimits?: boolean
  /** Settings of the environment beyond the test's own. */
  environment?: Record<string, string>
  /** A server on the same database and data folder, as another process of it; it is closed last. */
  beside?: { database: TestDatabase }
  /** What answers in the place of the internet. */
  safeFetch?: SafeFetch
  /** Where it writes what happens; else nowhere. */
  log?: Logger
  /** Whether each mail is a file in the data folder, too. */
  keepsMails?: boolean
  /** Puts things into the data folder before the server opens; the client's folder is `client`. */
  prepare?: (dataDir: string) => Promise<void>
}

/** A server without a way out. */
const unreachableFetch: SafeFetch = {
  get: async (url) => {
    throw new SafeFetchError(`Nobody answers at ${url}.`)
  },
}

export async function openTestServer({
  rateLimits = false,
  environment = {},
  beside,
  safeFetch = unreachableFetch,
  log = pino({ level: 'silent' }),
  keepsMails = false,
  prepare,
}: Choices = {}) {
  const database = beside?.database ?? (await openTestDatabase())
  const { databaseUrl, dataDir } = database
  await prepare?.(dataDir)
  const mail = mailboxOf(database, keepsMails)
  let now = START
  const config = readConfig({
    DATABASE_URL: databaseUrl ?? '',
    DATA_DIR: dataDir,
    PUBLIC_URL,
    RATE_LIMITS: rateLimits ? 'on' : 'off',
    ...environment,
  })
  const httpServer = createHttpServer()
  const server = await buildServer(
    config,
    {
      clock: () => now,
      log,
      mailTransport: mail.transport,
      safeFetch,
      passwordCost: { memoryKib: 8, passes: 1 },
      proofCost: { keys: 2, iterations: 1 },
      clientFolder: join(dataDir, 'client'),
    },
    httpServer,
  )

  return {
    ...server,
    database,
    dataDir,
    /** Where requests and sockets come in, for a test that needs the real thing. */
    httpServer,
    mails: mail.mails,
    mailTo: mail.mailTo,
    ...comingIn(server, mail),
    /** Lets time pass on the server's clock. */
    pass(ms: number) {
      now += ms
    },
    async close() {
      await server.close()
      if (!beside) await database.close()
    },
  }
}

type Mailbox = ReturnType<typeof createMailbox>
const mailboxes = new WeakMap<TestDatabase, Mailbox>()

/** Servers on one database have one: any of them may send what another queued. */
function mailboxOf(database: TestDatabase, keepsMails: boolean): Mailbox {
  const mailbox = mailboxes.get(database) ?? createMailbox(database.dataDir, keepsMails)
  mailboxes.set(database, mailbox)
  return mailbox
}

/** Where a server's mails arrive, in place of the internet. */
function createMailbox(dataDir: string, keepsMails: boolean) {
  const mails: RenderedMail[] = []
  const captured = capturedTransport({
    folder: capturedMailsFolder(dataDir),
    from: 'Snug <snug@localhost>',
    publish() {},
  })
  const transport: MailTransport = {
    async send(mail) {
      if (keepsMails) await captured.send(mail)
      mails.push(mail)
    },
    close: async () => {},
  }

  /** The mail to this address that comes after so many others; waits for it to be sent. */
  async function mailTo(email: string, after = 0): Promise<RenderedMail> {
    const deadline = Date.now() + PATIENCE_MS
    while (Date.now() < deadline) {
      const found = mails.filter((mail) => mail.to === email)[after]
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error(`No mail number ${after + 1} came to ${email}.`)
  }

  return { mails, transport, mailTo }
}

/** The API's calls, and those by which people come in. */
function comingIn(server: Awaited<ReturnType<typeof buildServer>>, { mails, mailTo }: Mailbox) {
  /** Calls the API; `path` begins below `/api`. */
  function call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { as, body, ...rest }: { as?: { token: string }; body?: unknown } & Partial<InjectOptions> = {},
  ): Promise<Response> {
    const headers = { ...rest.headers, ...(as ? { 'x-auth-token': as.token } : {}) }
    const payload = body === undefined ? {} : { payload: body as object }
    return inject(server.handle, { method, url: `/api${path}`, ...payload, ...rest, headers })
  }

  /** A proof of work for who registers; undefined where none is asked for. */
  async function registrationProof(): Promise<RegistrationProof | undefined> {
    const { challenge } = (await call('GET', '/users/register/challenge')).json()
    const solution = challenge && (await solveChallenge({ challenge, deriveKey }))
    return challenge ? { challenge, solution } : undefined
  }

  async function register(person: Person) {
    // As long as there is no administrator, whoever comes has the link of the terminal.
    const { hostLink, db } = server.services
    const host = (await hostLink.secret(db)) ?? undefined
    const proof = host ? undefined : await registrationProof()
    const answer = await call('POST', '/users/register', { body: { ...person, host, proof } })
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
    const signedIn = answer.json<LoginAnswer>()
    return { ...person, ...signedIn, id: Number(signedIn.user._id) }
  }

  return {
    call,
    register,
    registrationProof,
    verify,
    signIn,
    /** Registers, follows the link in the mail and signs in. */
    async join(person: Person): Promise<Member> {
      const earlierMails = mails.filter((mail) => mail.to === person.email).length
      await register(person)
      await verify(person, earlierMails)
      return signIn(person)
    },
  }
}

/** The secret at the end of the link in a mail. */
export function secretIn(mail: RenderedMail): string {
  const secret = mail.link?.split('/').at(-1)
  if (!secret) throw new Error(`There is no link in the mail "${mail.subject}".`)
  return secret
}
