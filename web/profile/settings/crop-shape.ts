// The shape of a part, as the power of two of its width to its height: each step is the same turn.

/** Whole, so that the ends and every value between them are steps away from 0. */
const STEPS = 20
export const SHAPE_STEP = 1 / STEPS
/** About three times as wide as high, or as high as wide. */
const SHAPE_MAX = 1.6

/** How far to choose, to either side: a picture's own shape is always within. */
export function shapeMax(own: number): number {
  return Math.max(SHAPE_MAX, Math.ceil(Math.abs(own) * STEPS) / STEPS)
}

/**
 * A browser gives whole steps only, so the one nearest to the picture's own shape stands for that.
 */
export function shapeAt(value: number, own: number): number {
  const step = Math.round(value * STEPS)
  return step === Math.round(own * STEPS) ? own : step / STEPS
}
