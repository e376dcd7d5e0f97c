import { archives } from './archives.ts'
import { audience } from './audience.ts'
import { cards } from './cards.ts'
import { conversations } from './conversations.ts'
import { factors } from './factors.ts'
import { idempotency } from './idempotency.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import type { Mutation } from './mutation.ts'
import { news } from './news.ts'
import { permissions } from './permissions.ts'
import { removals } from './removals.ts'
import { reports } from './reports.ts'
import { safety } from './safety.ts'
import { sessions } from './sessions.ts'
import { visibility } from './visibility.ts'

/** What must not break, by the group it belongs to. */
export const MUTATIONS: Record<string, Mutation[]> = {
  visibility,
  permissions,
  limits,
  sessions,
  idempotency,
  reports,
  safety,
  audience,
  cards,
  conversations,
  messages,
  news,
  archives,
  factors,
  removals,
}
