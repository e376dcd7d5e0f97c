import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Judge } from './judged-schemas.ts'
import { contractWithoutUnused, zodWithoutExtras } from './left-out.ts'

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

it('schemas that nobody asks, and none of the others', async () => {
  const entry = join(folder, 'entry.ts')
  const module = JSON.stringify(join(import.meta.dirname, '../../contract/posts.ts'))
  const sizeOf = async (name: string) => {
    await writeFile(entry, `export { ${name} } from ${module}`)
    return (await readFile(await builtWith(contractWithoutUnused(), entry))).length
  }
  expect(await sizeOf('POST_TEXT_MAX')).toBeLessThan(200)
  expect(await sizeOf('createPostFields')).toBeGreaterThan(1_000)
  const [less, all] = [await judgeBuiltWith(contractWithoutUnused()), await judgeBuiltWith()]
  expect(less()).toEqual(all())
})

async function judgeBuiltWith(plugin?: Plugin): Promise<Judge> {
  const file = await builtWith(plugin, join(import.meta.dirname, 'judged-schemas.ts'))
  const { judge }: { judge: Judge } = await import(pathToFileURL(file).href)
  return judge
}

let builds = 0
async function builtWith(plugin: Plugin | undefined, entry: string): Promise<string> {
  const outDir = join(folder, String(++builds))
  const lib = { entry, formats: ['es' as const], fileName: 'built' }
  await build({ configFile: false, logLevel: 'error', plugins: [plugin], build: { outDir, lib } })
  return join(outDir, 'built.js')
}
