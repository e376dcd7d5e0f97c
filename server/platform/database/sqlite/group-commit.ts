import { setImmediate } from 'node:timers'
import { Mutex } from '../../concurrency/mutex.ts'
import { retry } from '../../concurrency/retry.ts'
import { databaseFailure } from '../failures.ts'

// What is written while the disk is busy, or in a few turns of the event loop, is committed and
// flushed together: a flush takes longer than all else a write does, and goes on beside the event
// loop. Each part but the first is a savepoint, so what fails undoes nothing of another's; and none
// is acknowledged before the commit they share is on the disk.

/** So long another process may write before we give up; we look again so often. */
const BUSY_MAX_MS = 5_000
const LOOK_AGAIN_MS = 2

/**
 * While several write at once, a commit waits for so many turns of the event loop: who was just
 * answered comes again meanwhile and shares it. Who writes alone waits for one.
 */
const TURNS_WHILE_BUSY = 3

interface Writer {
  readonly isInTransaction: boolean
  /** Whether nothing was committed since the last flush. */
  readonly isFlushed: boolean
  run(sql: string, parameters: readonly unknown[]): unknown
  /** Resolves once all that is committed is on the disk. */
  flush(): Promise<void>
}

/** A commit under way, that parts may still join. */
type Shared = PromiseWithResolvers<void> & { parts: number }

/** What was committed may not be on the disk, and never will be by itself. */
export type OnUnflushed = (error: unknown) => void

export class GroupCommit<W extends Writer> {
  readonly #writer: W
  readonly #onUnflushed: OnUnflushed
  readonly #mutex = new Mutex()
  #shared: Shared | undefined
  #flushed: Promise<void> | undefined
  /** Whether the last commit was of more than one part. */
  #isBusy = false

  constructor(writer: W, onUnflushed: OnUnflushed) {
    this.#writer = writer
    this.#onUnflushed = onUnflushed
    // SQLite would wait asleep, and the event loop with it.
    writer.run('pragma busy_timeout = 0', [])
  }

  /**
   * While what was committed last is not yet on the disk: resolves once it is. When that fails,
   * nobody knows any more what a power cut would leave, and it stays a promise that rejects: a
   * second flush succeeds where the system let go of what the first could not write.
   */
  get flushed(): Promise<void> | undefined {
    return this.#flushed
  }

  /** Begins a part once those before it are through. It must end: until then all others wait. */
  async begin(): Promise<CommitPart<W>> {
    const unlock = await this.#mutex.lock()
    try {
      const shared = this.#shared ?? (await this.#open())
      // For a savepoint SQLite copies each page that is changed; with the first part all is undone.
      const isFirst = shared.parts === 0
      if (!isFirst) this.#writer.run('savepoint part', [])
      shared.parts++
      const lost = (error: unknown) => this.#lose(error)
      return new CommitPart(this.#writer, { unlock, shared, isFirst, lost })
    } catch (error) {
      unlock()
      throw error
    }
  }

  /** Runs what wants no transaction around it, such as a pragma. */
  async alone<Result>(work: (writer: W) => Result): Promise<Result> {
    const unlock = await this.#mutex.lock()
    try {
      if (this.#shared) this.#commit(this.#shared)
      await this.#flushed
      const result = await whenFree(() => work(this.#writer))
      await this.#flush()
      return result
    } finally {
      unlock()
    }
  }

  /** Runs this last of all, once what came before is on the disk. */
  async close(close: (writer: W) => void) {
    const unlock = await this.#mutex.lock()
    try {
      if (this.#shared) this.#commit(this.#shared)
      await this.#flushed
    } finally {
      close(this.#writer)
      unlock()
    }
  }

  async #open(): Promise<Shared> {
    await this.#flushed
    // Immediate: a second process then waits at the start, never in the middle.
    await whenFree(() => this.#writer.run('begin immediate', []))
    const shared = { ...Promise.withResolvers<void>(), parts: 0 }
    // Nobody waits for it when every part was undone.
    shared.promise.catch(() => {})
    this.#shared = shared
    this.#closeAfter(shared, this.#isBusy ? TURNS_WHILE_BUSY : 1)
    return shared
  }

  /** The requests of each turn are taken before its end. */
  #closeAfter(shared: Shared, turns: number) {
    setImmediate(() => {
      if (turns > 1) this.#closeAfter(shared, turns - 1)
      else void this.#close(shared)
    })
  }

  async #close(shared: Shared) {
    const unlock = await this.#mutex.lock()
    if (this.#shared === shared) this.#commit(shared)
    unlock()
  }

  #commit(shared: Shared) {
    this.#shared = undefined
    this.#isBusy = shared.parts > 1
    try {
      this.#writer.run('commit', [])
      this.#flush().then(shared.resolve, shared.reject)
    } catch (error) {
      if (this.#writer.isInTransaction) this.#writer.run('rollback', [])
      shared.reject(error)
    }
  }

  /** Nobody waits for the disk where nothing changed: who only asks comes every second. */
  #flush(): Promise<void> {
    if (this.#writer.isFlushed) return Promise.resolve()
    const flushed = this.#writer.flush().then(() => {
      this.#flushed = undefined
    })
    this.#flushed = flushed
    flushed.catch(this.#onUnflushed)
    return flushed
  }

  /** A full disk, say, undoes everything at once. */
  #lose(error: unknown) {
    this.#shared?.reject(error)
    this.#shared = undefined
  }
}

/** Tries again while another process writes. */
function whenFree<Result>(work: () => Result): Promise<Result> {
  const giveUpAt = performance.now() + BUSY_MAX_MS
  return retry<Result>(work, (error) =>
    databaseFailure(error) === 'away' && performance.now() <= giveUpAt ? LOOK_AGAIN_MS : null,
  )
}

interface PartOfShared {
  unlock: () => void
  shared: Shared
  isFirst: boolean
  lost: (error: unknown) => void
}

/** One transaction among those of a commit. */
export class CommitPart<W extends Writer> {
  readonly #writer: W
  readonly #of: PartOfShared
  #isOver = false

  constructor(writer: W, of: PartOfShared) {
    this.#writer = writer
    this.#of = of
  }

  run<Result>(work: (writer: W) => Result): Result {
    try {
      return work(this.#writer)
    } catch (error) {
      if (!this.#writer.isInTransaction) this.#of.lost(error)
      throw error
    }
  }

  /** Resolves once it is on the disk. */
  async commit(): Promise<void> {
    if (!this.#of.isFirst) this.run((writer) => writer.run('release part', []))
    this.#end()
    await this.#of.shared.promise
  }

  /** Nothing of it stays; what is over is left alone. */
  rollback() {
    if (this.#isOver) return
    try {
      if (this.#writer.isInTransaction) this.#undo()
    } finally {
      this.#end()
    }
  }

  #undo() {
    if (this.#of.isFirst) {
      this.#writer.run('rollback', [])
      this.#of.lost(new Error('What was written first was undone.'))
      return
    }
    this.#writer.run('rollback to part', [])
    this.#writer.run('release part', [])
  }

  #end() {
    this.#isOver = true
    this.#of.unlock()
  }
}
