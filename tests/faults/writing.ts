import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { createTokenCodec } from '../../server/accounts/session-token.ts'
import { startSession } from '../../server/accounts/sessions.ts'
import { sqliteDialect } from '../../server/platform/database/sqlite/sqlite-dialect.ts'
import { openServerKeys } from '../../server/platform/server-keys.ts'
import type { Schema } from '../../server/schema.ts'
import { signedIn } from './database-servers.ts'
import { type EmbeddedServer, openEmbeddedServer } from './embedded-server.ts'

// A real server on its embedded database, and members who write all the time: posts, comments and
// chat messages, each again under its key until it is acknowledged.

const KINDS = ['post', 'comment', 'message'] as const
type Kind = (typeof KINDS)[number]

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests of the routes parse these answers
  body: any
}

export type Community = Awaited<ReturnType<typeof openCommunity>>

/** So many members, all in one space, with one post to comment on. */
export async function openCommunity(count: number, parent?: string) {
  const server = await openEmbeddedServer(parent)
  const db = new Kysely<Schema>({ dialect: sqliteDialect(join(server.dataDir, 'snug.db')) })
  const secret = { secretKey: null, dataDir: server.dataDir }
  const members = await signedIn(db, count, secret)
  const call = (method: string, path: string, token: string, sent?: object, key?: string) =>
    callOn(server, method, path, token, sent, key)
  const [founder] = members
  if (!founder) throw new Error('A community has members.')
  const wanted = { name: 'Garden', description: 'In the evening', maxMembers: 100 }
  const { body: space } = await call('POST', '/spaces', founder.token, wanted)
  await Promise.all(members.map(({ token }) => call('POST', `/spaces/${space._id}/join`, token)))
  const { body: first } = await call('POST', '/posts', founder.token, form('The first post'))
  const paths: Record<Kind, string> = {
    post: '/posts',
    comment: `/posts/${first.post._id}/comments`,
    message: `/spaces/${space._id}/messages`,
  }

  const closing = new AbortController()
  return {
    ...{ server, db, members, call, paths },
    /** Whoever still does something has to leave it. */
    closing: closing.signal,
    spaceId: Number(space._id),
    postId: Number(first.post._id),
    /** Every text that is kept, of every kind. */
    async kept(): Promise<string[]> {
      const [posts, comments, messages] = await Promise.all([
        db.selectFrom('posts').select('text').execute(),
        db.selectFrom('comments').select('text').execute(),
        db.selectFrom('space_messages').select('content as text').execute(),
      ])
      return [posts, comments, messages].flat().map(({ text }) => text)
    },
    /** Tokens are short-lived; who runs for long needs new ones. */
    async renewTokens() {
      const keys = await openServerKeys(db, secret)
      const tokens = createTokenCodec(keys('session tokens'))
      for (const member of members)
        member.token = await startSession({ db, tokens, clock: Date.now }, member.id, true)
    },
    async close() {
      closing.abort()
      await db.destroy()
      await server.close()
    },
  }
}

/** Starts one writer for each member. */
export function writeOn({ members, call, paths, closing }: Community) {
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let isStopping = false
  closing.addEventListener('abort', () => {
    isStopping = true
  })

  async function write(member: (typeof members)[number]) {
    for (let count = 0; !isStopping; count++) {
      const kind = KINDS[count % KINDS.length] ?? 'post'
      const key = `${kind}-${count}`
      const text = `${member.email} ${key}`
      while (!isStopping && !(await send(kind, member.token, text, key))) await pause(20)
    }
  }

  async function send(kind: Kind, token: string, text: string, key: string): Promise<boolean> {
    const sent = { post: form(text), comment: { text }, message: { content: text, clientId: key } }
    const answer = await call('POST', paths[kind], token, sent[kind], key).catch(() => null)
    if (answer) statuses.add(answer.status)
    if (answer?.status !== 201) return false
    acknowledged.push(text)
    return true
  }

  const writing = members.map(write)
  return {
    acknowledged,
    statuses,
    async stop() {
      isStopping = true
      await Promise.all(writing)
    },
  }
}

async function callOn(
  { origin }: EmbeddedServer,
  method: string,
  path: string,
  token: string,
  sent?: object,
  key?: string,
): Promise<Answer> {
  const isForm = sent instanceof FormData
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      'x-auth-token': token,
      ...(sent && !isForm ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(sent ? { body: isForm ? sent : JSON.stringify(sent) } : {}),
  })
  return { status: answer.status, body: await answer.json() }
}

function form(text: string): FormData {
  const data = new FormData()
  data.set('text', text)
  return data
}
