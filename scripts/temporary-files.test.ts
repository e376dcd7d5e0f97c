import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const MODULE = JSON.stringify(join(import.meta.dirname, 'temporary-files.ts'))

it('what a process left among temporary files goes with it, also when it fails', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'snug-temporary-'))
  const program = `
    import { mkdtempSync, writeFileSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import { removeTemporaryFilesAtExit } from ${MODULE}
    removeTemporaryFilesAtExit('try')
    const left = mkdtempSync(tmpdir() + '/left-')
    writeFileSync(left + '/file', '')
    process.stdout.write(left)
    process.exit(Number(process.argv[1]))`
  const run = (code: string) => {
    const args = ['--input-type=module', '--eval', program, code]
    return execFileSync(process.execPath, args, {
      env: { ...process.env, TMPDIR: parent },
      encoding: 'utf8',
    })
  }
  const left = run('0')
  expect(left.startsWith(join(parent, 'snug-try-'))).toBe(true)
  expect(existsSync(left)).toBe(false)
  expect(() => run('1')).toThrow()
  expect(await readdir(parent)).toEqual([])
  await rm(parent, { recursive: true })
})
