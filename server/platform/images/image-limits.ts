/** The largest file that is taken, in bytes: 15 MB. */
export const MAX_IMAGE_BYTES = 15 * 1024 * 1024

/** The most pixels one picture may have, all frames of an animation counted. */
export const MAX_IMAGE_PIXELS = 50_000_000
