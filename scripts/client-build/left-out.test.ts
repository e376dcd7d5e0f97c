import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Judge } from './judged-schemas.ts'
import { zodWithoutExtras } from './left-out.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-left-out-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('nothing of Zod that the contract needs: schemas say the same as with all of it', async () => {
  const { transform: _, ...whole } = zodWithoutExtras()
  const [less, all] = [await judgeBuiltWith(zodWithoutExtras()), await judgeBuiltWith(whole)]
  const said = less()
  expect(Object.keys(said).length).toBeGreaterThan(60)
  const taken = Object.values(said).flatMap((each) =>
    each.filter((one) => one.startsWith('{"data"')),
  )
  expect(taken.length).toBeGreaterThan(300)
  expect(said).toEqual(all())
})

let builds = 0
async function judgeBuiltWith(plugin: Plugin): Promise<Judge> {
  const outDir = join(folder, String(++builds))
  const entry = join(import.meta.dirname, 'judged-schemas.ts')
  const lib = { entry, formats: ['es' as const], fileName: 'judge' }
  await build({ configFile: false, logLevel: 'error', plugins: [plugin], build: { outDir, lib } })
  const { judge }: { judge: Judge } = await import(pathToFileURL(join(outDir, 'judge.js')).href)
  return judge
}
