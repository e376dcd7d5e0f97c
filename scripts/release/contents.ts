import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform } from './packages.ts'

const MAX_BYTES = 250_000_000
const MUST_NOT =
  /\.test\.ts$|\.tsx$|^web\/|\.map$|^node_modules\/(?:vite|vitest|typescript|react|tailwindcss)\//
/** What a machine runs by itself. */
const BINARY = /^bin\/node(?:\.exe)?$|\.(?:node|dll|dylib|exe)$|\.so(?:\.[\d.]+)?$/

const ELF_CPUS: Record<number, string> = { 62: 'x64', 183: 'arm64' }
const MACH_CPUS: Record<number, string> = { 16777223: 'x64', 16777228: 'arm64' }
const PE_CPUS: Record<number, string> = { 34404: 'x64', 43620: 'arm64' }
/** Where a program for Windows says at which byte its own head begins. */
const PE_HEAD_AT = 0x3c

/**
 * Throws where a release is too large, holds what is not needed to run, or is for another machine.
 */
export async function requireContents(staged: string, platform: Platform): Promise<void> {
  const entries = await readdir(staged, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes > MAX_BYTES)
    throw new Error(`The release has ${bytes} bytes, ${MAX_BYTES} are allowed.`)
  const names = paths.map((path) => path.slice(staged.length + 1).replaceAll('\\', '/'))
  const wrong = names.filter((name) => MUST_NOT.test(name))
  if (wrong.length > 0)
    throw new Error(`In the release, but not needed to run: ${wrong.join(', ')}`)
  const wanted = `${platform.os}-${platform.cpu}`
  const binaries = names.filter((name) => BINARY.test(name))
  for (const name of binaries) {
    const made = madeFor(await headOf(join(staged, name)))
    if (made !== wanted) throw new Error(`${name} is for ${made ?? 'nobody knows what'}.`)
  }
  // Node itself, and what decodes pictures.
  if (binaries.length < 2) throw new Error('The release has nothing to run it.')
}

/** For which platform a program or library is, by its first bytes; null where it is none. */
export function madeFor(head: Buffer): string | null {
  if (head.length < PE_HEAD_AT + 4) return null
  const is = (os: string, cpu: string | undefined) => (cpu === undefined ? null : `${os}-${cpu}`)
  if (head.toString('latin1', 0, 4) === '\x7fELF')
    return is('linux', ELF_CPUS[head.readUInt16LE(18)])
  if (head.readUInt32LE(0) === 0xfeed_facf) return is('darwin', MACH_CPUS[head.readUInt32LE(4)])
  const at = head.readUInt32LE(PE_HEAD_AT)
  const isForWindows =
    head.toString('latin1', 0, 2) === 'MZ' &&
    head.length >= at + 6 &&
    head.toString('latin1', at, at + 4) === 'PE\0\0'
  return isForWindows ? is('win32', PE_CPUS[head.readUInt16LE(at + 4)]) : null
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
