import type { Changing } from '../services.ts'

/** The member's own record changed: their open pages, on every device, read it again. */
export function accountChanged({ announce }: Pick<Changing, 'announce'>, memberId: string) {
  const event = { type: 'account_changed' } as const
  announce({ kind: 'event', topics: [`member:${memberId}`], event })
}
