import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { type Community, openCommunity, writeOn } from './writing.ts'

let community: Community
afterEach(() => community.close())

it('a disk that fails to keep what was written ends the server, which goes on once it is started', async () => {
  community = await openCommunity(4)
  const { server } = community
  const broken = join(server.dataDir, 'broken')
  const environment = {
    BROKEN_FLUSH: broken,
    NODE_OPTIONS: `--import ${new URL('broken-flush.ts', import.meta.url)}`,
  }
  await server.stop()
  await server.start(environment)
  const writing = writeOn(community)
  await vi.waitFor(() => expect(writing.acknowledged.length).toBeGreaterThan(20))
  await writeFile(broken, '')
  await vi.waitFor(() => expect(server.isRunning).toBe(false))
  expect(server.exitCode).toBe(1)
  expect(server.lines.join()).toMatch(/"level":60.+EIO.+the disk failed to keep what was written/)
  const acknowledged = [...writing.acknowledged]

  await rm(broken)
  await server.start(environment)
  await vi.waitFor(() =>
    expect(writing.acknowledged.length).toBeGreaterThan(acknowledged.length + 20),
  )
  await writing.stop()
  const kept = await community.kept()
  expect(writing.acknowledged.filter((text) => !kept.includes(text))).toEqual([])
  expect(new Set(kept).size).toBe(kept.length)
})
