import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { requireProgram, runProgram } from './postgres-tools.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-programs-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

it.each([
  'postgresql://snug:a%3Asecret@db.example.org/snug',
  'postgresql://snug@db.example.org/snug?pool_mode=session&sslmode=require&password=a%3Asecret',
])('a program of PostgreSQL is started without the password in %s', async (url) => {
  // It says what it was started with, and what is in the file it is led to.
  const program = join(folder, 'pg_dump')
  const lines = [
    '#!/bin/sh',
    'case "$*" in --version) echo "pg_dump (PostgreSQL) 99.1"; exit;; esac',
    `echo "$@" > ${folder}/said`,
    `cat ${folder}/.pg_dump-password > ${folder}/handed`,
  ]
  await writeFile(program, `${lines.join('\n')}\n`)
  await chmod(program, 0o700)
  vi.stubEnv('PATH', [folder, '/usr/bin', '/bin'].join(delimiter))
  await runProgram({ program: 'pg_dump', serverVersion: 99, url, args: [], folder })
  const said = await readFile(join(folder, 'said'), 'utf8')
  expect(said).toMatch(/--dbname=postgresql:\/\/snug@db\.example\.org\/snug\?/)
  expect(said).not.toMatch(/secret|pool_mode/)
  expect(await readFile(join(folder, 'handed'), 'utf8')).toBe('*:*:*:*:a\\:secret\n')
})

it('a program of PostgreSQL that is missing is told by the package that has it', async () => {
  const url = 'postgresql://snug@db.example.org/snug'
  await expect(requireProgram('pg_dump', 98, url)).rejects.toThrow(
    'pg_dump of PostgreSQL 98 or newer is not here: install postgresql-client-98.',
  )
})

it('no program of PostgreSQL is started on connections that others have after it', async () => {
  const url = 'postgresql://snug@db.example.org/snug?pool_mode=transaction'
  const run = runProgram({ program: 'pg_dump', serverVersion: 99, url, args: [], folder })
  await expect(run).rejects.toThrow(/^This needs a connection that is not shared: set DATABASE_URL/)
})
