import { fileURLToPath } from 'node:url'

/**
 * For the environment of a start: one of a later version, which has to update the database first.
 */
export const LONG_UPDATE = {
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('./long-update.ts', import.meta.url))}`,
}
