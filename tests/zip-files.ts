import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { ZipFile } from 'yazl'

/** What is in a zip, by path. */
export async function filesOfZip(zip: Buffer): Promise<Map<string, Buffer>> {
  const opened = await yauzl.fromBufferPromise(zip, { strictFileNames: true })
  const files = new Map<string, Buffer>()
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)))
  return files
}

/** A zip of these files, by path; `mode` where one is no ordinary file. */
export function zipOf(
  files: Record<string, string | Buffer>,
  mode: Record<string, number> = {},
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), path, { mode: mode[path] ?? 0o100644 })
  zip.end()
  return buffer(zip.outputStream)
}

/** Where a zip's list of its files speaks of this one. */
export function listedAt(zip: Buffer, path: string): number {
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 1))
    if (zip.subarray(at + 46).indexOf(path) === 0) return at
  throw new Error(`${path} is not in the zip.`)
}

/** Where the packed content of this file begins. */
export function contentAt(zip: Buffer, path: string): number {
  const at = zip.readUInt32LE(listedAt(zip, path) + 42)
  return at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
}
