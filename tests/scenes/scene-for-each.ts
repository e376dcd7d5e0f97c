import { afterAll, afterEach, beforeEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    isSceneKept?: boolean
  }
}

/**
 * What a test is marked with that leaves its server as it found it, in the database and beside it:
 * a refusal, or what only reads. The next test gets the same.
 */
export const KEEPS_SCENE = { meta: { isSceneKept: true } }

/**
 * Opens a server for each test, with what all tests of a file find there, but see `KEEPS_SCENE`.
 */
export function openForEach(open: () => Promise<{ close(): Promise<void> }>) {
  let scene: { close(): Promise<void> } | undefined

  async function close() {
    const last = scene
    scene = undefined
    await last?.close()
  }

  beforeEach(async () => {
    scene ??= await open()
  })
  afterEach(async ({ task }) => {
    if (!task.meta.isSceneKept || task.result?.state === 'fail') await close()
  })
  afterAll(close)
}
