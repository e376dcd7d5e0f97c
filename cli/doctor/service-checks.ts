import type { Config } from '../../server/config.ts'
import { FilesAwayError, probe } from '../../server/platform/files/file-store.ts'
import { openFiles } from '../../server/platform/files/open-files.ts'
import { reasonOf } from '../command-error.ts'
import { CheckFailed } from './check.ts'

// What a large community runs beside the server: it is really asked. PostgreSQL is among what is
// kept.

const silent = { info() {}, warn() {} }

export async function redis({ redisUrl }: Config): Promise<string> {
  if (redisUrl === null) return 'not used'
  // As in a server: not even loaded where nobody uses it.
  const { connectRedis } = await import('../../server/platform/redis.ts')
  const { host } = new URL(redisUrl)
  const lines = await connectRedis(redisUrl, 'snug:doctor:', silent)
  try {
    await lines.ping()
    return `${host} answers`
  } catch (error) {
    throw new CheckFailed(`${host} cannot be used: ${reasonOf(error)}`)
  } finally {
    lines.close()
  }
}

/** A small file is put there, read and removed. */
export async function bucket({ s3, dataDir }: Config): Promise<string> {
  if (s3 === null) return 'not used'
  const name = s3.endpoint ? `${s3.bucket} at ${new URL(s3.endpoint).host}` : s3.bucket
  try {
    await probe(await openFiles({ s3, dataDir }, silent))
    return `${name} keeps, shows and removes files`
  } catch (error) {
    const cause = error instanceof FilesAwayError ? error.cause : error
    throw new CheckFailed(`${name} cannot be used: ${reasonOf(cause)}`)
  }
}
