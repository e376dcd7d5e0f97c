import type { DecodedImage, ImageKind } from './decode-image.ts'
import { DecoderProcess } from './decoder-process.ts'
import { ImageBusyError, ImageRefusedError } from './image-errors.ts'
import { sniffImageFormat } from './image-format.ts'
import { MAX_IMAGE_BYTES } from './image-limits.ts'

// Turns files nobody has checked into pictures of ours, outside the serving process: at most two
// at once, the others wait in line. What a file is, its content says; whatever comes out was
// encoded anew, so nothing of the file survives but its pixels.

const PROCESSES = 2
/** Uploads wait in memory, so the line is short. */
const WAITING_MAX = 32

export interface ImageDecoder {
  /**
   * A post's picture comes in widths up to 1920, a photo as squares up to 384; never enlarged.
   * Throws ImageRefusedError for what is no picture we take, ImageBusyError when the line is full.
   */
  decode(bytes: Buffer, kind: ImageKind): Promise<DecodedImage>
  /** Ends the children; who still waits gets ImageBusyError. */
  close(): Promise<void>
}

export function createImageDecoder(): ImageDecoder & { pids(): number[] } {
  const processes = Array.from({ length: PROCESSES }, () => new DecoderProcess())
  const free = [...processes]
  const waiting: PromiseWithResolvers<DecoderProcess>[] = []
  let isClosed = false

  async function acquire(): Promise<DecoderProcess> {
    const next = free.pop()
    if (next) return next
    if (waiting.length >= WAITING_MAX) throw new ImageBusyError()
    const turn = Promise.withResolvers<DecoderProcess>()
    waiting.push(turn)
    return turn.promise
  }

  function release(process: DecoderProcess) {
    const next = waiting.shift()
    if (next) next.resolve(process)
    else free.push(process)
  }

  return {
    async decode(bytes, kind) {
      if (isClosed) throw new ImageBusyError()
      if (bytes.length > MAX_IMAGE_BYTES) throw new ImageRefusedError('too-large')
      const format = sniffImageFormat(bytes)
      if (!format) throw new ImageRefusedError('not-an-image')
      const process = await acquire()
      try {
        return await process.decode({ bytes, format, kind })
      } finally {
        release(process)
      }
    },
    async close() {
      isClosed = true
      for (const turn of waiting.splice(0)) turn.reject(new ImageBusyError())
      for (const process of processes) process.end()
    },
    /** The children alive, for tests. */
    pids: () => processes.flatMap(({ pid }) => pid ?? []),
  }
}
