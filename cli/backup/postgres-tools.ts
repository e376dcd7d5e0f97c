import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BackupError } from './manifest.ts'

// PostgreSQL's own programs, which a backup and a restore are made by.

type Program = 'pg_dump' | 'pg_restore'

/** Where Debian keeps each version's programs; elsewhere they are in the path. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql'

interface Job {
  program: Program
  /** Of the server: an older program does not know it. */
  serverVersion: number
  url: string
  args: string[]
  /** For the file that hands the password over. */
  folder: string
}

/** Throws BackupError where the program is not here, is too old, or fails. */
export async function runProgram({ program, serverVersion, url, args, folder }: Job) {
  const path = await requireProgram(program, serverVersion, url)
  const passwordFile = join(folder, `.${program}-password`)
  try {
    const database = await databaseUrlFor(url, passwordFile)
    const { code, err } = await run(path, ['--no-password', `--dbname=${database}`, ...args])
    if (code !== 0) throw new BackupError(`${program} failed: ${lastLineOf(err)}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** Answers where it is. Throws BackupError where it could not be used on that database. */
export async function requireProgram(
  program: Program,
  serverVersion: number,
  url: string,
): Promise<string> {
  requireOwnConnection(url)
  return findProgram(program, serverVersion)
}

/** That of the server's own version where it is here: a newer one may say what it does not know. */
async function findProgram(program: Program, serverVersion: number): Promise<string> {
  const debian = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : []
  const versions = debian.map(Number).filter((version) => version >= serverVersion)
  const paths = versions
    .toSorted((one, other) => one - other)
    .map((version) => join(DEBIAN_VERSIONS, String(version), 'bin', program))
    .filter((path) => existsSync(path))
  for (const path of [...paths, program]) if ((await versionOf(path)) >= serverVersion) return path
  throw new BackupError(
    `${program} of PostgreSQL ${serverVersion} or newer is not here: install postgresql-client-${serverVersion}.`,
  )
}

/** 0 where there is no such program. */
async function versionOf(path: string): Promise<number> {
  const { out } = await run(path, ['--version']).catch(() => ({ out: '' }))
  return Number(/(\d+)(?:\.\d+)?/.exec(out)?.[1] ?? 0)
}

/** What they set on a connection would stay on it for the server, which finds no table then. */
function requireOwnConnection(url: string) {
  if (new URL(url).searchParams.get('pool_mode') === 'transaction')
    throw new BackupError(
      'This needs a connection that is not shared: set DATABASE_URL to the address of PostgreSQL itself in place of its pooler.',
    )
}

/** Without the password: other users of this machine see what a program is started with. */
async function databaseUrlFor(url: string, file: string): Promise<string> {
  const parsed = new URL(url)
  // Snug's own word, which these programs refuse.
  parsed.searchParams.delete('pool_mode')
  // It may stand in either place; the second counts where both are given.
  const password = parsed.searchParams.get('password') ?? decodeURIComponent(parsed.password)
  if (password === '') return parsed.href
  await writeFile(file, `*:*:*:*:${password.replace(/[\\:]/g, '\\$&')}\n`, { mode: 0o600 })
  parsed.password = ''
  parsed.searchParams.delete('password')
  parsed.searchParams.set('passfile', file)
  return parsed.href
}

async function run(path: string, args: string[]) {
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], out, err] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code: Number(code), out, err }
}

function lastLineOf(said: string): string {
  const lines = said.trim().split('\n')
  return lines.find((line) => line.includes('error:')) ?? lines.at(-1) ?? 'it does not say why'
}
