/** Why a backup cannot be made or brought back, in a sentence for who asked for it. */
export class BackupError extends Error {}
