/** The most pixels one picture may have, all frames of an animation counted. */
export const MAX_IMAGE_PIXELS = 50_000_000
