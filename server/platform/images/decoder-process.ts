import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DecodedImage } from './decode-image.ts'
import type { DecodeAnswer, DecodeRequest } from './decoder-child.ts'
import { ImageRefusedError } from './image-errors.ts'

const CHILD = fileURLToPath(new URL('./decoder-child.ts', import.meta.url))
/** No honest picture takes this long. */
const DECODE_WITHIN_MS = 20_000
const IDLE_LIFETIME_MS = 60_000

/**
 * One decoding child: started when first needed, replaced when it crashes or hangs, ended after a
 * minute of rest. It decodes one picture at a time; who calls sees to that.
 */
export class DecoderProcess {
  #child: ChildProcess | undefined
  #rest: NodeJS.Timeout | undefined

  /** For tests: the process in use. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  async decode(request: DecodeRequest): Promise<DecodedImage> {
    clearTimeout(this.#rest)
    const child = this.#child ?? this.#start()
    try {
      const answer = await ask(child, request)
      if ('refused' in answer) throw new ImageRefusedError(answer.refused)
      return revived(answer.image)
    } finally {
      this.#restLater()
    }
  }

  end() {
    clearTimeout(this.#rest)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #start(): ChildProcess {
    const child = fork(CHILD, {
      serialization: 'advanced',
      execArgv: [],
      // Its memory is what a picture needs and no more for scripts.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    this.#child = child
    return child
  }

  // A resting child must not keep the server from ending.
  #restLater() {
    this.#child?.unref()
    this.#child?.channel?.unref()
    this.#rest = setTimeout(() => this.end(), IDLE_LIFETIME_MS)
    this.#rest.unref()
  }
}

/** Rejects as damaged when the child dies over the picture or takes too long. */
function ask(child: ChildProcess, request: DecodeRequest): Promise<DecodeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<DecodeAnswer>()
  const died = () => reject(new ImageRefusedError('damaged'))
  const tooLong = setTimeout(() => child.kill('SIGKILL'), DECODE_WITHIN_MS)
  child.ref()
  child.channel?.ref()
  child.once('exit', died)
  child.once('message', resolve)
  child.send(request, (error) => error && died())
  return promise.finally(() => {
    clearTimeout(tooLong)
    child.off('exit', died)
    child.off('message', resolve)
  })
}

// What crosses between processes arrives as plain bytes.
function revived(image: DecodedImage): DecodedImage {
  const variants = image.variants.map(({ width, bytes }) => ({ width, bytes: Buffer.from(bytes) }))
  return { ...image, variants }
}
