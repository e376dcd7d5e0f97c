import type { Id } from '../platform/ids.ts'
import type { Mutation } from '../services.ts'

export function publishAccountChanged({ publish }: Pick<Mutation, 'publish'>, memberId: Id) {
  const event = { type: 'account_changed' } as const
  publish({ kind: 'broadcast', topics: [`member:${memberId}`], event })
}
