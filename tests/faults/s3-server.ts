import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import S3rver from '@20minutes/s3rver'

// An S3 with one bucket, behind a door that can be shut: each request goes through, is answered
// with 503, is never answered, or is answered only half. Where it only keeps, nothing can be read.

export type Door = 'open' | 'keeping' | 'refusing' | 'hanging' | 'stalling'
export type TestS3 = Awaited<ReturnType<typeof startS3>>

const BUCKET = 'pictures'
const KEYS = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }

export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'snug-s3-'))
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] })
  await s3.configureBuckets()
  const handle = s3.callback()
  let door: Door = 'open'
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    const isKept = door === 'keeping' && request.method === 'PUT'
    const isListing = request.url?.includes('list-type=') === true
    if (door === 'open' && isListing) list(directory, request, response)
    else if (door === 'open' || isKept) handle(request, response)
    else if (door === 'refusing' || door === 'keeping') refuse(request, response)
    else if (door === 'stalling') stall(response)
    else request.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    /** What a server must be given to keep its pictures here. */
    environment: { S3_ENDPOINT: endpoint, S3_BUCKET: BUCKET, ...KEYS },
    settings: {
      endpoint,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKeyId: KEYS.S3_ACCESS_KEY_ID,
      secretAccessKey: KEYS.S3_SECRET_ACCESS_KEY,
    },
    /** From now on requests are met like this. */
    set(next: Door) {
      door = next
    },
    /** Of the objects there are, those that begin so. */
    async keys(start: string): Promise<string[]> {
      const folder = join(directory, BUCKET)
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = found.filter((entry) => entry.isFile())
      return files
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
        .filter((path) => path.startsWith(start))
    },
    /** As if it had been put there before. */
    async backdate(key: string, byMs: number) {
      const path = join(directory, BUCKET, `${key}${OBJECT}`)
      const then = new Date(Date.now() - byMs)
      await utimes(path, then, then)
    },
    get calls() {
      return calls
    },
    async close() {
      await shut(server)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const OBJECT = '._S3rver_object'

/**
 * As S3 does; S3rver refuses how the SDK signs this, and does not find keys with a folder in them.
 */
async function list(directory: string, request: IncomingMessage, response: ServerResponse) {
  request.resume()
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
  const folder = join(directory, pathname)
  const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('start-after') ?? '']
  const found = await readdir(folder, { recursive: true })
  const keys = found
    .filter((path) => path.endsWith(OBJECT))
    .map((path) => path.slice(0, -OBJECT.length))
    .filter((key) => key.startsWith(prefix) && key > after)
    .sort()
    .slice(0, Number(searchParams.get('max-keys') ?? 1_000))
  const contents = await Promise.all(
    keys.map(async (key) => {
      const { mtime } = await stat(join(folder, `${key}${OBJECT}`))
      return `<Contents><Key>${key}</Key><LastModified>${mtime.toISOString()}</LastModified></Contents>`
    }),
  )
  response.setHeader('content-type', 'application/xml')
  response.end(`<ListBucketResult>${contents.join('')}</ListBucketResult>`)
}

function refuse(request: IncomingMessage, response: ServerResponse) {
  request.resume()
  response.writeHead(503).end('<Error><Code>SlowDown</Code><Message>Later.</Message></Error>')
}

function stall(response: ServerResponse) {
  response.writeHead(200, { 'content-length': 1_000, 'content-type': 'image/webp' })
  response.write('the beginning')
}

async function shut(server: Server) {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
