import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { deleteOwnAccount } from '../server/accounts/deletion/account-deletion.ts'
import { setPrivacy } from '../server/accounts/privacy.ts'
import { renameAccount } from '../server/accounts/rename-account.ts'
import { readConfig } from '../server/config.ts'
import { openServices } from '../server/open-services.ts'
import { newId } from '../server/platform/ids.ts'
import type { Actor, Services } from '../server/services.ts'
import { print, row } from './table.ts'

// How long others wait who write while an account of a long life is deleted, renamed or made
// private: a probe writes beside it all the time. The transactions themselves are timed, too.

const MEMBER = 1
const POSTS = 5_000
const GIVEN = 20_000
const POSTS_OF_PRIVACY = 40_000
const FRIENDS = 150

const NO_RECEIPT = { posts: 0, images: 0, comments: 0, messages: 0 }

export async function benchDeletion() {
  const dataDir = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  const { services, closeServices } = await open(dataDir)
  try {
    fill(join(dataDir, 'snug.db'))
    const actor: Actor = { id: MEMBER, username: 'member', isAdmin: false, sessionId: '' }
    const other: Actor = { ...actor, id: MEMBER + 1 }
    const slices = timeSlices(services)
    print(row('ms', 'p50', 'p99', 'max', 'writes', 'seconds'))
    await probe('alone', services, () => new Promise((resolve) => setTimeout(resolve, 3_000)))
    await probe('renaming, 40,000 posts', services, () => renameAccount(other, services, 'Renamed'))
    for (const isPrivate of [true, false])
      await probe(`made ${isPrivate ? 'private' : 'public'}, 40,000 posts`, services, () =>
        setPrivacy(other.id, services, isPrivate).then(() => services.accountJobs.finish(other.id)),
      )
    print(row('a slice, processor time', ...figures(slices.splice(0))))
    await probe('deletion', services, () =>
      deleteOwnAccount(actor, services, NO_RECEIPT).then(() => services.accountJobs.finish(MEMBER)),
    )
    print(row('a slice, processor time', ...figures(slices)))
  } finally {
    await closeServices()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function open(dataDir: string) {
  return openServices(readConfig({ DATA_DIR: dataDir }), {
    clock: Date.now,
    log: pino({ level: 'silent' }),
    mailTransport: { send: async () => {}, close: async () => {} },
    safeFetch: { get: () => Promise.reject(new Error('Nothing is fetched here.')) },
  })
}

/** Notes how much processor time each slice takes while it holds the writer, before its commit. */
function timeSlices({ hooks }: Services): number[] {
  const times: number[] = []
  const timed =
    <Given extends unknown[]>(slice: (...given: Given) => Promise<boolean>) =>
    async (...given: Given) => {
      // Of this thread: whatever else the machine does.
      const begin = process.threadCpuUsage()
      const isMore = await slice(...given)
      const { user, system } = process.threadCpuUsage(begin)
      times.push((user + system) / 1_000)
      return isMore
    }
  hooks.accountDeleted = timed(hooks.accountDeleted)
  hooks.privacyChanged = timed(hooks.privacyChanged)
  return times
}

async function probe(name: string, services: Services, work: () => Promise<unknown>) {
  const times: number[] = []
  const begin = performance.now()
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const asked = performance.now()
    await services.db
      .insertInto('admin_acts')
      .values({
        id: newId(),
        admin_id: null,
        act: 'delete_post',
        member_number: 1,
        reason: '',
        created_at: 0,
      })
      .execute()
    times.push(performance.now() - asked)
  }
  await working
  print(row(name, ...figures(times), `${((performance.now() - begin) / 1_000).toFixed(1)}`))
}

function figures(times: number[]): string[] {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return [at(0.5), at(0.99), at(1), String(times.length)]
}

/** Ids are small here: only their order counts. */
function fill(file: string) {
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; begin')
  for (const [count, statement] of ROWS)
    db.exec(`with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${count})
      insert into ${statement} from n`)
  db.exec('commit; analyze')
  db.close()
}

const TEXT = `'Something that was said on a slow evening, number ' || i`
const POST = '(id, author_id, text, created_at, is_public, like_count, comment_count)'
const COMMENT = 'comments (id, post_id, author_id, text, created_at)'

/** How many of each, and what each is made of. */
const ROWS: [number, string][] = [
  [
    1_000,
    `users (id, username, username_key, email, email_key, password_hash, user_number, verified_at,
       created_at)
     select i + 1, 'm' || i, 'm' || i, 'm' || i, 'm' || i, '', i + 1, 1, 1`,
  ],
  [GIVEN, `posts ${POST} select 1000000 + i, 3 + i % 900, ${TEXT}, 1, 1, 1, 1`],
  [POSTS, `posts ${POST} select 2000000 + i, ${MEMBER}, ${TEXT}, 1, 1, 3, 1`],
  [POSTS_OF_PRIVACY, `posts ${POST} select 3000000 + i, ${MEMBER + 1}, ${TEXT}, 1, 1, 0, 0`],
  [FRIENDS, `friendships (user_id, friend_id, created_at) select ${MEMBER}, 10 + i, 1`],
  [FRIENDS, `friendships (user_id, friend_id, created_at) select 10 + i, ${MEMBER}, 1`],
  [GIVEN, `post_reactions (post_id, user_id, kind) select 1000000 + i, ${MEMBER}, 'like'`],
  [POSTS * 3, `post_reactions (post_id, user_id, kind) select 2000000 + i / 3, 10 + i % 3, 'like'`],
  [GIVEN, `${COMMENT} select 4000000 + i, 1000000 + i, ${MEMBER}, ${TEXT}, 1`],
  [POSTS, `${COMMENT} select 5000000 + i, 2000000 + i, 20, ${TEXT}, 1`],
  [
    20,
    `spaces (id, admin_id, name, description, color_palette, sound_url, sound_name, sound_volume,
       art_url, art_title, art_artist, is_private, max_members, tags, vibe, search_text,
       member_count, last_seq, last_activity_at, created_at)
     select 6000000 + i, ${MEMBER} + i % 2, 'Space', '', '{}', '', '', 0, '', '', '', 0, 50, '[]',
       'serene', '', 2, 2000, 1, 1`,
  ],
  ...[MEMBER, MEMBER + 1].map((member): [number, string] => [
    20,
    `space_members (space_id, user_id, joined_at, last_read_seq) select 6000000 + i, ${member}, 1, 0`,
  ]),
  [
    GIVEN,
    `space_messages (id, space_id, seq, change_seq, sender_id, content, created_at, is_deleted)
     select 7000000 + i, 6000000 + i / 1000, 1 + i % 1000, 1 + i % 1000, ${MEMBER}, ${TEXT}, 1, 0`,
  ],
  [
    2_000,
    `notifications (id, user_id, kind, params, sender_id, is_read, created_at)
     select 8000000 + i, 10 + i % 900, 'friend_accepted', '{}', ${MEMBER}, 0, 1`,
  ],
]
