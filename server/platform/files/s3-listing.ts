import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { FilesAwayError } from './file-store.ts'
import { clientOf, type S3Config, within } from './s3-files.ts'

const PAGE_WITHIN_MS = 8_000
/** More are in no answer of S3. */
const PAGE_KEYS = 1_000

/** What a bucket holds. Every call throws FilesAwayError where it does not say. */
export interface S3Listing extends Disposable {
  /** Those of some keys that are there, by pages over the keys of a kind: near ones cost least. */
  among(keys: string[]): Promise<Set<string>>
  /** Everything of a kind, a page at a time, in the order of the keys. */
  pages(kind: string): AsyncIterable<S3Object[]>
}

/** `modifiedAt` in milliseconds since the epoch. */
export interface S3Object {
  key: string
  modifiedAt: number
}

export function openS3Listing(config: S3Config, pageKeys = PAGE_KEYS): S3Listing {
  const client = clientOf(config)

  async function page(prefix: string, startAfter: string): Promise<S3Object[]> {
    const command = new ListObjectsV2Command({
      Bucket: config.bucket,
      Prefix: prefix,
      StartAfter: startAfter,
      MaxKeys: pageKeys,
    })
    const answer = await within(PAGE_WITHIN_MS, (until) => client.send(command, until)).catch(
      (error: unknown) => {
        throw new FilesAwayError(error)
      },
    )
    return (answer.Contents ?? []).flatMap(({ Key: key, LastModified }) =>
      key === undefined ? [] : { key, modifiedAt: LastModified?.getTime() ?? Date.now() },
    )
  }

  /** Adds those of one kind, in their order, which is that of a bucket as well. */
  async function lookFor(kind: string, keys: string[], found: Set<string>) {
    const wanted = new Set(keys)
    const last = keys.at(-1) ?? ''
    let after = folderOf(keys[0] ?? '')
    while (after < last) {
      const listed = await page(kind, after)
      for (const { key } of listed) if (wanted.has(key)) found.add(key)
      after = listed.at(-1)?.key ?? last
    }
  }

  return {
    async among(keys) {
      const found = new Set<string>()
      const byKind = Map.groupBy(keys.toSorted(), kindOf)
      for (const [kind, ofKind] of byKind) await lookFor(kind, ofKind, found)
      return found
    },
    async *pages(kind) {
      for (let after = ''; ; ) {
        const listed = await page(`${kind}/`, after)
        const last = listed.at(-1)
        if (!last) return
        yield listed
        after = last.key
      }
    },
    [Symbol.dispose]: () => client.destroy(),
  }
}

const kindOf = (key: string) => key.slice(0, key.indexOf('/') + 1)

/** Stands before every key of its picture: what a listing starts after is not in it. */
const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/') + 1)
