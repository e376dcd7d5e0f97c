import { roomProblem } from '../../server/platform/files/free-disk-space.ts'
import { BackupError } from './manifest.ts'

/** For what is written meanwhile, and for the archive's own headers. */
const MARGIN_BYTES = 64 * 1024 * 1024

/** Throws BackupError where so many bytes do not fit. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const problem = await roomProblem(folder, bytes + MARGIN_BYTES).catch(() => {
    throw new BackupError(`There is no folder ${folder}.`)
  })
  if (problem !== null) throw new BackupError(`There is too little room in ${folder}: ${problem}.`)
}
