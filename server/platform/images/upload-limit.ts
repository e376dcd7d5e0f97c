import type { Limits } from '../limits.ts'

const UPLOADS_PER_TEN_MINUTES = 30

/** Pictures a member may bring, by whatever way: all of them count together. */
export function uploadLimit(limits: Limits) {
  return limits.of('uploads', UPLOADS_PER_TEN_MINUTES, 10 * 60)
}
