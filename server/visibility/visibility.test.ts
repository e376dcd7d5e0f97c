import { expressionBuilder, type Selectable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  openVisibilityScene,
  type People,
  type VisibilityScene,
} from '../../tests/access/visibility-scene.ts'
import {
  FRIENDS,
  PRIVATE,
  PUBLIC,
  SQUAD,
  type Thing,
  VIEWERS,
  type Viewer,
} from '../../tests/access/visibility-table.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import { invalidateCards } from '../posts/cards/card-queries.ts'
import type { Schema } from '../schema.ts'
import { maySee } from './may-see.ts'
import {
  visibleComments,
  visibleMembers,
  visibleMessages,
  visibleNotifications,
  visiblePosts,
  visibleSpaces,
} from './visible-queries.ts'
import { visibleTo } from './visible-to.ts'

// The table of who sees what, asked in every way there is: of the rule for one thing, of the rule
// as a condition in a query, and of every route that brings the thing.

let scene: VisibilityScene
beforeAll(async () => {
  scene = await openVisibilityScene()
})
afterAll(() => scene.server.close())

describe.each([
  ['is private', true, 'profile', PRIVATE],
  ['is public', false, 'profile', PUBLIC],
  ['is for friends', false, 'friends', FRIENDS],
  ['is for the squad', false, 'squad', SQUAD],
  ['is for the squad of who is private', true, 'squad', SQUAD],
  ['is private again', true, 'profile', PRIVATE],
] as const)('what %s', (_state, isPrivate, audience, table) => {
  beforeAll(() => scene.close(isPrivate, audience))

  it.each(table)('%s: to its viewers, asked one by one', async (thing, viewers) => {
    const { rule } = scene.things[thing]
    if (rule)
      expect(await those((viewer) => maySee(scene.server.services.db, viewer, ...rule))).toEqual(
        signedIn(viewers),
      )
  })

  it.each(table)('%s: to its viewers, as a condition', async (thing, viewers) => {
    const seenBy = CONDITIONS[thing]
    if (seenBy)
      expect(
        await those(async (viewer) => {
          const rows = await seenBy(viewer).execute()
          return rows.some(({ id }) => id === scene.things[thing].rule?.[1])
        }),
      ).toEqual(signedIn(viewers))
  })

  it.each(table)('%s: to its viewers, on every route', async (thing, viewers) => {
    const { paths, words } = scene.things[thing]
    for (const path of paths) {
      const finders: Viewer[] = []
      for (const viewer of VIEWERS) if (await finds(viewer, path, words)) finders.push(viewer)
      expect(finders, path).toEqual(viewers)
    }
  })

  it('is heard by who may read it', async () => {
    const [, viewers] = table.find(([thing]) => thing === 'space messages') ?? []
    const heard = []
    for (const viewer of SIGNED_IN) if (await scene.hears(viewer)) heard.push(viewer)
    expect(heard).toEqual(viewers)
  })
})

describe('from one moment on', () => {
  beforeEach(() => scene.close(false))

  const change = (who: keyof People, columns: Partial<Selectable<Schema['users']>>) =>
    scene.server.services.db.updateTable('users').set(columns).where('id', '=', idOf(who)).execute()

  it.each([
    ['owner', 'post'],
    ['owner', 'comment'],
    ['owner', 'image'],
    ['owner', 'reaction'],
    ['owner', 'profile card'],
    ['owner', 'notification of a friend'],
    ['friend', 'comment'],
    ['friend', 'notification'],
  ] as const)(
    'nobody sees of a deleted account, while it is being removed: the %s’s %s',
    async (who, thing) => {
      const others = SIGNED_IN.filter((viewer) => viewer !== who)
      expect(await ways(thing, others)).not.toEqual([])
      await change(who, { deleted_at: 1 })
      expect(await ways(thing, others)).toEqual([])
      await change(who, { deleted_at: null })
    },
  )

  it.each([
    ['owner', 'post'],
    ['owner', 'comment'],
    ['owner', 'image'],
    ['owner', 'reaction'],
    ['owner', 'profile card'],
    ['owner', 'notification of a friend'],
    ['friend', 'comment'],
    ['friend', 'notification'],
    ['squad', 'reaction'],
  ] as const)('nobody sees of who is suspended: the %s’s %s', async (who, thing) => {
    const others = SIGNED_IN.filter((viewer) => viewer !== who)
    expect(await ways(thing, others)).not.toEqual([])
    await suspend(who, 1)
    expect(await ways(thing, others)).toEqual([])
    await suspend(who, null)
    expect(await ways(thing, others)).not.toEqual([])
  })

  it('what is said in spaces goes with its sender’s account, while that is being removed', async () => {
    const others = SIGNED_IN.filter((viewer) => viewer !== 'member')
    expect((await ways('space messages', others)).join()).toContain('/messages')
    await change('member', { deleted_at: 1 })
    expect((await ways('space messages', others)).join()).not.toContain('/messages')
    await change('member', { deleted_at: null })
  })

  it('what is said in spaces stays while its sender is suspended', async () => {
    const others = SIGNED_IN.filter((viewer) => viewer !== 'member')
    const before = await ways('space messages', others)
    expect(before).not.toEqual([])
    await suspend('member', 1)
    expect(await ways('space messages', others)).toEqual(before)
    // Their own session speaks for nobody.
    expect((await ways('space messages', ['member'])).join()).not.toContain('/messages')
    await suspend('member', null)
  })

  it.each(['post', 'comment', 'image', 'reaction'] as const)(
    'friends alone see of a profile that turns private, before its posts follow: a %s',
    async (thing) => {
      await change('owner', { is_privacy_changing: 1 })
      expect(await ways(thing, ['stranger', 'former', 'member', 'spaceAdmin'])).toEqual([])
      expect(await ways(thing, ['friend', 'squad'])).not.toEqual([])
      await change('owner', { is_privacy_changing: 0 })
    },
  )

  /** As an administrator does it, but for the sessions, which end. */
  async function suspend(who: keyof People, until: number | null) {
    await change(who, { suspended_until: until })
    await mutate(scene.server.services, (mutation) => invalidateCards(mutation.trx))
  }

  /** Who of them sees the thing, and by which way. */
  async function ways(thing: Thing, viewers: Viewer[]): Promise<string[]> {
    const { rule, paths, words } = scene.things[thing]
    const found: string[] = []
    for (const viewer of viewers) {
      if (viewer === 'nobody') continue
      const { db } = scene.server.services
      if (rule && (await maySee(db, idOf(viewer), ...rule))) found.push(`${viewer} asks`)
      const rows = (await CONDITIONS[thing]?.(idOf(viewer)).execute()) ?? []
      if (rows.some(({ id }) => id === rule?.[1])) found.push(`${viewer} reads`)
      for (const path of paths)
        if (await finds(viewer, path, words)) found.push(`${viewer} ${path}`)
    }
    return found
  }
})

it('takes the viewer from a column, too', async () => {
  await scene.close(true)
  const { db } = scene.server.services
  const viewer = expressionBuilder<Schema & { viewer: Schema['users'] }, 'viewer'>().ref(
    'viewer.id',
  )
  const rows = await visiblePosts(db, viewer)
    .innerJoin('users as viewer', (join) => join.onTrue())
    .where('posts.id', '=', scene.things.post.rule?.[1] ?? 0)
    .where('viewer.username', 'not in', ['Ivy', 'Jon'])
    .select('viewer.id')
    .execute()
  const [, viewers = []] = PRIVATE.find(([thing]) => thing === 'post') ?? []
  const ids = rows.map(({ id }) => id)
  expect(SIGNED_IN.filter((name) => ids.includes(idOf(name)))).toEqual(viewers)
})

const SIGNED_IN = VIEWERS.filter((viewer) => viewer !== 'nobody')
const idOf = (viewer: keyof People): Id => scene.people[viewer].id
const signedIn = (viewers: Viewer[]) => viewers.filter((viewer) => viewer !== 'nobody')

/** All that a viewer sees of a kind. Pictures and reactions come with their post alone. */
const CONDITIONS: Partial<Record<Thing, (viewer: Id) => { execute(): Promise<{ id: Id }[]> }>> = {
  post: (viewer) => visiblePosts(scene.server.services.db, viewer).select('posts.id as id'),
  comment: (viewer) =>
    visibleComments(scene.server.services.db, viewer).select('comments.id as id'),
  notification: notifications,
  'notification of a friend': notifications,
  'notification of a former': notifications,
  'notification of no post': notifications,
  'profile card': members,
  'unverified card': members,
  'space card': () => visibleSpaces(scene.server.services.db).select('spaces.id as id'),
  'space contents': (viewer) =>
    visibleSpaces(scene.server.services.db)
      .where(visibleTo(viewer).spaceContents())
      .select('spaces.id as id'),
  'space messages': (viewer) => {
    const [, space] = scene.things['space messages'].rule ?? ['', 0]
    return visibleMessages(scene.server.services.db, viewer, space).select('message.space_id as id')
  },
}

function notifications(viewer: Id) {
  return visibleNotifications(scene.server.services.db, viewer).select('notifications.id as id')
}

function members(viewer: Id) {
  return visibleMembers(scene.server.services.db, viewer).select('users.id as id')
}

async function those(mayViewer: (viewer: Id) => Promise<boolean>): Promise<Viewer[]> {
  const found: Viewer[] = []
  for (const viewer of SIGNED_IN) if (await mayViewer(idOf(viewer))) found.push(viewer)
  return found
}

/** Whether a route brings the words to this viewer. */
async function finds(viewer: Viewer, path: string, words: string): Promise<boolean> {
  const as = viewer === 'nobody' ? {} : { as: scene.people[viewer] }
  const answer = await scene.server.call('GET', path, as)
  if (viewer === 'nobody') expect(answer.statusCode, path).toBe(401)
  return answer.body.includes(words)
}
