/**
 * Stands among the widths of a picture that moves for its first frame, which is shown until
 * somebody wants to see it move.
 */
export const STILL = 0

const STILL_MAX_WIDTH = 960

/** How wide the first frame is kept of a picture that is this wide. */
export function stillWidth(width: number): number {
  return Math.min(width, STILL_MAX_WIDTH)
}
