import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** What is in a zip, by path. */
export async function filesOfZip(zip: Buffer): Promise<Map<string, Buffer>> {
  const opened = await yauzl.fromBufferPromise(zip, { strictFileNames: true })
  const files = new Map<string, Buffer>()
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)))
  return files
}
