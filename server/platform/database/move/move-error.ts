/** Why a community cannot be moved: a sentence for who asked for it. */
export class MoveError extends Error {}
