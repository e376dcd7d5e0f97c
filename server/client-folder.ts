import { fileURLToPath } from 'node:url'

/** Where the client is built to. */
export const clientFolder = fileURLToPath(new URL('../dist/web', import.meta.url))
