/** Why a command cannot be done: one line for who typed it. */
export class CommandError extends Error {}
