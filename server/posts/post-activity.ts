import { createThrottle } from '../platform/concurrency/throttle.ts'
import type { Id } from '../platform/ids.ts'
import type { Bus } from '../realtime/bus.ts'
import type { Database } from '../schema.ts'
import { publishPostChanged } from './post-events.ts'

/** A post that many react to at once is spoken of so often, by each process. */
const EVERY_MS = 3_000

export type PostActivity = ReturnType<typeof createPostActivity>

/**
 * Tells the feeds on screen that people did something with a post: reacted, commented or edited.
 * After the transaction and beside the request, since nobody has to wait for it: who hears nothing
 * sees it when they read the post next.
 */
export function createPostActivity({ db, bus }: { db: Database; bus: Bus }) {
  const posts = createThrottle<Id>(EVERY_MS)
  const publishToBus = (event: Parameters<Bus['publish']>[0]) => bus.publish(event)
  return {
    publish(post: { id: Id; author_id: Id }) {
      posts.run(
        post.id,
        () => void publishPostChanged({ trx: db, publish: publishToBus }, post).catch(() => {}),
      )
    },
  }
}
