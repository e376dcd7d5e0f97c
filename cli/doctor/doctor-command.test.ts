import { chmod, chown, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { ada } from '../../tests/people.ts'
import { commandScene, imagesIn } from '../../tests/scenes/command-scene.ts'
import { form, testImage } from '../../tests/test-images.ts'

const { serve, snug, spawned } = commandScene()

describe('doctor', () => {
  it('finds everything well, and says so in one line each', async () => {
    await serve()
    // The clock of the test's server stands elsewhere, but never in the future.
    const { code, out } = await spawned(['doctor'])
    expect(out.split('\n').filter((line) => !line.startsWith('ok '))).toEqual([])
    expect(code).toBe(0)
    expect(out).toMatch(/mail: no SMTP_URL: mail is written to files/)
  })

  it('finds a data folder that others can look into, and what update a copy is kept of', async () => {
    const server = await serve()
    const { dataDir } = server
    await writeFile(join(dataDir, 'snug.db.before-0002-later'), '', { mode: 0o600 })
    expect((await snug(['doctor'])).out).toMatch(
      /^ok +migrations: all made; .+ before 0002-later is kept in .+\/snug\.db\.before-0002-later until 20/m,
    )
    for (const [path, mode] of [
      [dataDir, 0o755],
      [join(dataDir, 'snug.db'), 0o640],
    ] as const) {
      const { mode: before } = await stat(path)
      await chmod(path, mode)
      const { code, out } = await snug(['doctor'])
      expect(code).toBe(1)
      expect(out).toContain(`can get at ${path}: run "chmod -R go= ${dataDir}"`)
      await chmod(path, before & 0o777)
    }
    expect((await snug(['doctor'])).code).toBe(0)
  })

  it.skipIf(process.getuid?.() !== 0)('is not for root where another user serves', async () => {
    const { dataDir } = await serve()
    const before = await readdir(dataDir)
    await chown(dataDir, 1_000, 1_000)
    const { code, err } = await snug(['doctor'])
    expect([code, err]).toEqual([1, expect.stringMatching(/belongs to another user.+runuser/)])
    expect(await readdir(dataDir)).toEqual(before)
  })

  it('finds what is wrong', async () => {
    const server = await serve()
    const member = await server.join(ada)
    const image = { name: 'image', filename: 'picture.png', bytes: await testImage() }
    await server.call('POST', '/posts', { as: member, body: form({ text: 'Mine' }, image) })
    const [lost = ''] = await imagesIn(server.dataDir)
    await rm(lost)
    const passkey = {
      public_key: '',
      sign_count: 0,
      transports: '[]',
      name: 'Phone',
      created_at: 0,
    }
    await server.services.db
      .insertInto('passkeys')
      .values({
        ...{ ...passkey, id: newId(), user_id: member.id, credential_id: 'AAAA' },
        ...{ works_at: 'old.example.org', last_used_at: null },
      })
      .execute()
    const { code, out } = await snug(['doctor'], {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Snug <snug@example.org>',
      PUBLIC_URL: 'http://snug.example.org',
    })
    expect(code).toBe(1)
    expect(out).toMatch(/^problem +pictures: 1 files? (is|are) missing/m)
    expect(out).toMatch(/^problem +mail: 127\.0\.0\.1:1 would not take mail/m)
    expect(out).toMatch(/^problem +PUBLIC_URL: .+ is not https/m)
    expect(out).toMatch(/^problem +passkeys: 1 were added at another address/m)
    expect(out).toMatch(/^ok +database: is whole/m)
  })

  it('names a setting that makes no sense', async () => {
    const { code, out } = await snug(['doctor'], { HOST: '0.0.0.0', PORT: 'x' })
    expect([code, out]).toEqual([1, expect.stringMatching(/^problem +settings: PORT must be/m)])
  })
})
