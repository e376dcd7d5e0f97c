import { mkdir, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrations } from '../server/migrations/all.ts'
import { commandScene } from '../tests/scenes/command-scene.ts'

const { inFolder, serve, snug, spawned } = commandScene()

describe('migrate', () => {
  it('says what it did, and refuses a database of a newer version', async () => {
    const server = await serve()
    expect((await snug(['migrate'])).out).toBe('The database is up to date.')
    expect((await snug(['migrate', '--check'])).out).toMatch(/^The database is up to date: /)
    const later = sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`
    await later.execute(server.services.db)
    for (const words of [['migrate'], ['migrate', '--check'], ['member', 'list']])
      expect(await snug(words)).toMatchObject({
        ...{ code: 1, err: expect.stringMatching(/newer version of Snug.+ It made 9999-later/) },
      })
    expect((await snug(['doctor'])).out).toMatch(/^problem +migrations: a newer version/m)
  })

  it('says of a damaged database what helps', async () => {
    await mkdir(inFolder('data'))
    await writeFile(inFolder('data', 'snug.db'), 'Not a database at all.\n'.repeat(1_000))
    expect(await snug(['member', 'list'])).toMatchObject({
      ...{ code: 1, err: expect.stringMatching(/damaged.+"snug restore FILE"/) },
    })
    expect((await snug(['doctor'])).out).toMatch(/^problem +database: it is damaged: .+ Restore a/m)
  })

  it('makes what is missing, and until then other commands ask for it', async () => {
    const file = inFolder('data', 'snug.db')
    await mkdir(inFolder('data'))
    new DatabaseSync(file).close()
    expect((await snug(['member', 'list'])).err).toMatch(/run "snug migrate"/)
    expect((await snug(['doctor'])).out).toMatch(/^problem +migrations: \d+ to be made/m)
    const ahead = await snug(['migrate', '--check', '--json'])
    expect(JSON.parse(ahead.out).pending).toEqual(Object.keys(migrations))
    expect((await snug(['member', 'list'])).err).toMatch(/run "snug migrate"/)
    expect((await spawned(['migrate'])).out).toMatch(/^0001-baseline is done\.$/m)
    expect((await snug(['member', 'list'])).code).toBe(0)
  })
})
