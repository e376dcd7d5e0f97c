import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
const COPIED = ['server', 'contract', 'dist', 'package.json']

/** A server of its own, whose client can be replaced by a newer build while the server runs. */
export async function copyCheckout() {
  const folder = await mkdtemp(join(tmpdir(), 'snug-house-'))
  for (const name of COPIED) await cp(join(CHECKOUT, name), join(folder, name), { recursive: true })
  await symlink(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'))
  return {
    main: join(folder, 'server/main.ts'),
    /** As an update does: whole folders are swapped. */
    async replaceBuild(name: string) {
      const client = join(folder, 'dist/web')
      const next = join(folder, 'dist/next')
      await cp(client, next, { recursive: true })
      await rebuild(next, name)
      await rename(client, join(folder, `dist/before-${name}`))
      await rename(next, client)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The same client under another version, which its page tells. */
async function rebuild(client: string, name: string): Promise<void> {
  await change(join(client, 'index.html'), (page) =>
    page.replace('<html lang="en">', `<html lang="en" data-build="${name}">`),
  )
  await change(join(client, 'service-worker.js'), (worker) =>
    worker.replace(/"version":"\w+"/, `"version":"${name}"`),
  )
}

async function change(path: string, by: (text: string) => string): Promise<void> {
  const before = await readFile(path, 'utf8')
  const after = by(before)
  if (after === before) throw new Error(`${path} is not as it was expected to be.`)
  await writeFile(path, after)
  // They are of the build before.
  await Promise.all([`${path}.br`, `${path}.gz`].map((each) => rm(each)))
}
