import { IMAGE_MAX_BYTES } from '../../../contract/posts.ts'
import type { DecodedImage, ImageKind } from './decode-image.ts'
import type { DecodingTask } from './decoding-messages.ts'
import { type DecodingLog, DecodingSlot } from './decoding-slot.ts'
import { ImageBusyError, ImageRefusedError } from './image-errors.ts'
import { sniffImageFormat } from './image-format.ts'

// Turns an uploaded file into pictures of ours, or refuses it with a sentence. What a file is,
// its content decides, never its name. Decoding happens in processes of its own, two at most,
// so that no file can stop, fill or crash the server.

const PROCESSES = 2
const MAX_WAITING = 32
// Those that wait lie in the server's memory.
const MAX_WAITING_BYTES = 96 * 1024 * 1024

export type ImageDecoder = {
  /** How many pictures wait for their turn. */
  readonly waiting: number
  /**
   * JPEG, PNG, WebP, GIF, AVIF or HEIC bytes, made upright WebP without any metadata: a post in
   * widths up to 1920, never enlarged; a photo as squares of 96, 192 and 384.
   * @throws ImageRefusedError when the file is none we take, ImageBusyError when too many wait
   */
  decode(bytes: Buffer, kind: ImageKind): Promise<DecodedImage>
  /** Waits for nothing: what is being decoded or waits fails with an ImageBusyError. */
  close(): Promise<void>
}

type WaitingTask = PromiseWithResolvers<DecodedImage> & { task: DecodingTask }

const SILENT: DecodingLog = { debug() {}, warn() {} }

export function createImageDecoder({ log = SILENT }: { log?: DecodingLog } = {}): ImageDecoder & {
  /** The processes that run now, for tests. */
  pids(): number[]
} {
  const slots = Array.from({ length: PROCESSES }, () => new DecodingSlot(log))
  const waiting: WaitingTask[] = []
  let isClosed = false

  async function decode(bytes: Buffer, kind: ImageKind): Promise<DecodedImage> {
    if (bytes.length > IMAGE_MAX_BYTES) throw new ImageRefusedError('too-large')
    const format = sniffImageFormat(bytes)
    if (!format) throw new ImageRefusedError('not-an-image')
    if (isClosed || isFull(bytes.length)) throw new ImageBusyError()
    const settle = Promise.withResolvers<DecodedImage>()
    waiting.push({ ...settle, task: { bytes, format, kind } })
    startWaiting()
    return settle.promise
  }

  function isFull(moreBytes: number): boolean {
    const waitingBytes = waiting.reduce((sum, { task }) => sum + task.bytes.length, 0)
    return waiting.length >= MAX_WAITING || waitingBytes + moreBytes > MAX_WAITING_BYTES
  }

  function startWaiting() {
    const slot = slots.find((slot) => !slot.isBusy)
    const next = slot && waiting.shift()
    if (next) slot.decode(next.task).then(next.resolve, next.reject).finally(startWaiting)
  }

  async function close() {
    isClosed = true
    for (const { reject } of waiting.splice(0)) reject(new ImageBusyError())
    for (const slot of slots) slot.end()
  }

  return {
    get waiting() {
      return waiting.length
    },
    decode,
    close,
    pids: () => slots.flatMap(({ pid }) => pid ?? []),
  }
}
