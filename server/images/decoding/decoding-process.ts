import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { ImageRefusedError } from '../image-errors.ts'
import type { DecodingAnswer, DecodingTask } from './decode-image.ts'
import { decodeImage } from './decode-image.ts'

// The program of one decoding process: a picture comes in, its variants go out, and whatever a
// hostile file does to the decoder happens here. It lives and dies with the server's connection.

// A third of the processor beside a busy server: more kindness would run into the time limit.
const NICENESS = 5

outliveSignals()
yieldToServer()
process.on('disconnect', () => process.exit())
process.on('message', async (task: DecodingTask) => {
  process.send?.(await answer(task))
  // The memory of WebAssembly weighs nothing to the collector, so it would let it pile up.
  globalThis.gc?.()
})

// Ctrl-C reaches the whole group, but the server still finishes the uploads it is answering.
function outliveSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
}

/** When the processor or the memory runs short, this process is the one to suffer. */
function yieldToServer() {
  try {
    setPriority(NICENESS)
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // A sandbox may forbid it; pictures are decoded all the same.
  }
}

async function answer({ source, format, form }: DecodingTask): Promise<DecodingAnswer> {
  try {
    const bytes =
      source instanceof Uint8Array
        ? Buffer.from(source.buffer, source.byteOffset, source.length)
        : readFileSync(source.path)
    return { image: await decodeImage(bytes, format, form) }
  } catch (error) {
    const refusal = error instanceof ImageRefusedError ? error.reason : 'damaged'
    return { refusal, detail: String(error) }
  }
}
