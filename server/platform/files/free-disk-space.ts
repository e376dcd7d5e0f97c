import { statfs } from 'node:fs/promises'

/** How much can still be written where this folder lies. */
export async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder)
  return disk.bavail * disk.bsize
}

/** What is written at leisure leaves so much: what else is served needs room, too. */
export const FREE_BYTES_KEPT = 256 * 1024 * 1024

/** What is wrong where there is less room than is needed; null where there is enough. */
export async function roomProblem(folder: string, bytes: number): Promise<string | null> {
  const free = await freeBytes(folder)
  return free >= bytes ? null : `${inMegabytes(bytes)} are needed, ${inMegabytes(free)} are free`
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en')} MB`
}
