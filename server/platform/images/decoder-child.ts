import { type DecodedImage, decodeImage, type ImageKind } from './decode-image.ts'
import { type ImageRefusal, ImageRefusedError } from './image-errors.ts'
import type { ImageFormat } from './image-format.ts'

// The process that decodes: a file made to harm it takes down this child and not the server.
// One picture at a time comes by message, and one answer goes back.

export interface DecodeRequest {
  bytes: Uint8Array
  format: ImageFormat
  kind: ImageKind
}
export type DecodeAnswer = { image: DecodedImage } | { refused: ImageRefusal }

// A terminal's Ctrl-C reaches the whole group; the server lets requests in flight finish, and
// those wait for us. When it goes, the channel closes, and so do we.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async ({ bytes, format, kind }: DecodeRequest) => {
  process.send?.(await answer(Buffer.from(bytes), format, kind))
})

async function answer(bytes: Buffer, format: ImageFormat, kind: ImageKind): Promise<DecodeAnswer> {
  try {
    return { image: await decodeImage(bytes, format, kind) }
  } catch (error) {
    // Whatever a decoder stumbles over, the file is what is wrong with it.
    return { refused: error instanceof ImageRefusedError ? error.reason : 'damaged' }
  }
}
