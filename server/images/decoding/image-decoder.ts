import { open } from 'node:fs/promises'
import { IMAGE_MAX_BYTES } from '../../../contract/posts.ts'
import type { Id } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { ImageBusyError, ImageRefusedError } from '../image-errors.ts'
import type { DecodedImage, DecodingTask, ImageForm, ImageSource } from './decode-image.ts'
import { DecodingSlot } from './decoding-slot.ts'
import { SNIFFED_BYTES, sniffImageFormat } from './image-format.ts'

// Turns an uploaded file into pictures of ours, or refuses it with a sentence. What a file is,
// its content decides, never its name. Decoding happens in processes of its own, two at most,
// so that no file can stop, fill or crash the server.

const PROCESSES = 2
const MAX_WAITING = 32
// Those that wait as bytes lie in the server's memory.
const MAX_WAITING_BYTES = 96 * 1024 * 1024

export type ImageDecoder = {
  readonly waiting: number
  /**
   * A JPEG, PNG, WebP, GIF, AVIF or HEIC, made upright WebP without any metadata: a post in
   * widths up to 1920, never enlarged; a photo as squares of 96, 192 and 384; a logo whole in
   * squares of 192 and 512, and of 640 with a margin. Of one owner's
   * pictures one is decoded at a time, so that nobody takes every process.
   * @throws ImageRefusedError when the file is none we take, ImageBusyError when too many wait
   */
  decode(source: ImageSource, form: ImageForm, ownerId?: Id): Promise<DecodedImage>
  /** Waits for nothing: what is being decoded or waits fails with an ImageBusyError. */
  close(): Promise<void>
}

interface WaitingTask extends PromiseWithResolvers<DecodedImage> {
  task: DecodingTask
  ownerId: Id | undefined
}

const SILENT: Log<'debug' | 'warn'> = { debug() {}, warn() {} }

export function createImageDecoder({
  log = SILENT,
}: {
  log?: Log<'debug' | 'warn'>
} = {}): ImageDecoder & {
  /** The processes that run now, for tests. */
  pids(): number[]
} {
  const slots = Array.from({ length: PROCESSES }, () => new DecodingSlot(log))
  const waiting: WaitingTask[] = []
  const decodedOwners = new Set<Id>()
  let isClosed = false

  async function decode(source: ImageSource, form: ImageForm, ownerId?: Id) {
    if (sizeOf(source) > IMAGE_MAX_BYTES) throw new ImageRefusedError('too-large')
    const format = sniffImageFormat(
      Buffer.isBuffer(source) ? source : await beginningOf(source.path),
    )
    if (!format) throw new ImageRefusedError('not-an-image')
    if (isClosed || isFull(source)) throw new ImageBusyError()
    const settle = Promise.withResolvers<DecodedImage>()
    waiting.push({ ...settle, task: { source, format, form }, ownerId })
    startWaiting()
    return settle.promise
  }

  function isFull(source: ImageSource): boolean {
    const inMemory = waiting.reduce((sum, { task }) => sum + bytesInMemory(task.source), 0)
    return waiting.length >= MAX_WAITING || inMemory + bytesInMemory(source) > MAX_WAITING_BYTES
  }

  function startWaiting() {
    const slot = slots.find((slot) => !slot.isBusy)
    const index = waiting.findIndex(({ ownerId }) => !ownerId || !decodedOwners.has(ownerId))
    const [next] = slot && index >= 0 ? waiting.splice(index, 1) : []
    if (slot && next) void run(slot, next)
  }

  async function run(slot: DecodingSlot, { task, ownerId, resolve, reject }: WaitingTask) {
    if (ownerId) decodedOwners.add(ownerId)
    try {
      resolve(await slot.decode(task))
    } catch (error) {
      reject(error)
    } finally {
      if (ownerId) decodedOwners.delete(ownerId)
      startWaiting()
    }
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

function sizeOf(source: ImageSource): number {
  return Buffer.isBuffer(source) ? source.length : source.size
}

function bytesInMemory(source: ImageSource): number {
  return Buffer.isBuffer(source) ? source.length : 0
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
