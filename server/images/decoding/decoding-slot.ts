import { type ChildProcess, fork } from 'node:child_process'
import type { Log } from '../../platform/log.ts'
import { ImageBusyError, ImageRefusedError } from '../image-errors.ts'
import type { DecodedImage, DecodingAnswer, DecodingTask } from './decode-image.ts'

/** The largest pictures take three seconds; a slow machine that is busy takes many times that. */
const DECODE_TIMEOUT_MS = 30_000
const IDLE_LIFETIME_MS = 60_000
/** Node's exit code for a program that threw. What kills a process is a signal. */
const PROGRAM_FAILED = 1

/**
 * Room for one decoding process, which is started when a picture comes, replaced when it dies
 * and ended when it has nothing to do. An idle one does not keep the server from exiting.
 */
export class DecodingSlot {
  readonly #log: Log<'debug' | 'warn'>
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #giveUp: ((why: Error) => void) | undefined
  #isBusy = false

  constructor(log: Log<'debug' | 'warn'>) {
    this.#log = log
  }

  get isBusy() {
    return this.#isBusy
  }

  get pid() {
    return this.#child?.pid
  }

  /** @throws ImageRefusedError, also when it kills two processes; else when none can run here */
  async decode(task: DecodingTask): Promise<DecodedImage> {
    this.#isBusy = true
    clearTimeout(this.#idle)
    try {
      const answer = await this.#askTwice(task)
      if ('image' in answer) return answer.image
      this.#log.debug(answer, 'an image was refused')
      throw new ImageRefusedError(answer.refusal)
    } finally {
      this.#isBusy = false
      this.#idle = setTimeout(() => this.end(), IDLE_LIFETIME_MS).unref()
    }
  }

  /** Kills the process; a picture in it fails with an ImageBusyError. */
  end() {
    clearTimeout(this.#idle)
    this.#abandon(new ImageBusyError())
  }

  #abandon(why: Error) {
    this.#giveUp?.(why)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  // One death may have another cause, as when the machine runs out of memory; two have not.
  async #askTwice(task: DecodingTask): Promise<DecodingAnswer> {
    const first = await this.#ask(this.#running(), task)
    const answer = first === 'died' ? await this.#ask(this.#running(), task) : first
    if (answer === 'died') throw new ImageRefusedError('damaged')
    return answer
  }

  #running(): ChildProcess {
    this.#child ??= this.#start()
    return this.#child
  }

  #start(): ChildProcess {
    const child = fork(new URL('./decoding-process.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: ['--expose-gc'],
      // It meets hostile files: it gets none of the server's secrets, nor its NODE_OPTIONS.
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const forget = () => {
      if (this.#child === child) this.#child = undefined
    }
    child.on('exit', forget).on('error', forget)
    this.#log.debug({ pid: child.pid }, 'a decoding process was started')
    return child
  }

  async #ask(child: ChildProcess, task: DecodingTask): Promise<DecodingAnswer | 'died'> {
    const { promise, resolve, reject } = Promise.withResolvers<DecodingAnswer | 'died'>()
    const died = (code: number | null, signal: NodeJS.Signals | null) => {
      this.#log.warn({ pid: child.pid, code, signal }, 'a decoding process died over an image')
      if (code === PROGRAM_FAILED) reject(new Error('Images cannot be decoded: see stderr.'))
      else resolve('died')
    }
    this.#giveUp = reject
    const deadline = setTimeout(() => {
      this.#log.warn({ pid: child.pid }, 'an image took too long to decode')
      this.#abandon(new ImageRefusedError('damaged'))
    }, DECODE_TIMEOUT_MS)
    child.on('message', resolve).on('exit', died).on('error', reject)
    // Of a process that could not be started this comes after what fails at once.
    promise.catch(() => {})
    try {
      child.ref()
      child.channel?.ref()
      // A failed send needs no answer of its own: a process that cannot be reached has died.
      child.send(task, () => {})
      return await promise
    } finally {
      clearTimeout(deadline)
      this.#giveUp = undefined
      child.off('message', resolve).off('exit', died).off('error', reject)
      child.unref()
      child.channel?.unref()
    }
  }
}
