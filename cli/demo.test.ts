import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { commandScene } from '../tests/scenes/command-scene.ts'

const { inFolder, snug, spawned } = commandScene()

describe('demo', () => {
  it('makes a living community, once', async () => {
    const made = await spawned(['demo', '--folder', 'demo'])
    expect([made.code, made.err]).toEqual([0, ''])
    expect(made.out).toMatch(/Sign in as maya@example\.org with the password/)
    const environment = { DATA_DIR: inFolder('demo') }
    expect((await snug(['member', 'list'], environment)).out.split('\n')).toHaveLength(14)
    expect(await snug(['doctor'], environment)).toMatchObject({ code: 0 })
    using database = new DatabaseSync(inFolder('demo', 'snug.db'), { readOnly: true })
    const count = (of: string) =>
      Number(database.prepare(`select count(*) as n from ${of}`).get()?.n)
    expect(count('posts')).toBeGreaterThanOrEqual(60)
    expect(count('spaces')).toBe(6)
    expect(count('mail_outbox')).toBe(0)
    for (const table of [
      'comments',
      'vibes',
      'post_reactions',
      'friend_requests',
      'squad_places',
      'post_images',
    ])
      expect([table, count(table) > 4]).toEqual([table, true])
    expect(count('posts where created_at > unixepoch() * 1000')).toBe(0)
    // In the order of time, as ids are.
    const moments = database.prepare('select created_at from posts order by id').all()
    expect(moments).toEqual(moments.toSorted((a, b) => Number(a.created_at) - Number(b.created_at)))

    const again = await snug(['demo', '--folder', inFolder('demo')])
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/^There is something in/)])
  })
})
