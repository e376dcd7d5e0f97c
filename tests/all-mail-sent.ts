import { expect } from 'vitest'
import type { TestServer } from './test-server.ts'

/** Until each mail that was queued is sent, or found to be for nobody. */
export async function allMailSent({ services }: Pick<TestServer, 'services'>): Promise<void> {
  const queued = services.db.selectFrom('mail_outbox').select('id')
  await expect.poll(() => queued.execute()).toEqual([])
}
