import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

// The server as it is meant to run: `npm start`, the archive, the service and the image do it by
// this.

const ROOT = join(import.meta.dirname, '..')
/** What Node is started with. Code that was compiled with other options is compiled anew. */
export const SERVER = [
  // Twice 16 MB for young objects would stay taken by a server at rest.
  '--max-semi-space-size=8',
  // The collector marks all that lives once it has grown by so much. By default it is some 10 MB,
  // which one picture brings along: the feed waited for it each time.
  '--heap-growing-percent=75',
  // What the start needed is given back at its end.
  '--expose-gc',
  join(ROOT, 'server/main.ts'),
]

/** The settings with what Node itself reads. */
export function serverEnvironment(settings: NodeJS.ProcessEnv) {
  return {
    // Compiled code is kept between starts, where the folder can be written. Without it each start
    // takes the compiler of TypeScript into memory, and 20 MB stay taken.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
    // What is freed in one of many arenas is of use to nobody else.
    MALLOC_ARENA_MAX: '2',
    ...settings,
  }
}

/**
 * Runs the server in place of this process, with its id, so that whoever started it reaches the
 * server itself. Where the system cannot do that (Windows), it runs beside it, and its exit code is
 * returned.
 */
export async function startServer(environment: NodeJS.ProcessEnv): Promise<number> {
  const env = serverEnvironment(environment)
  if (process.platform !== 'win32' && process.execve)
    process.execve(process.execPath, [process.execPath, ...SERVER], env)
  const server = spawn(process.execPath, SERVER, { env, stdio: 'inherit' })
  // The console tells both.
  process.on('SIGINT', () => {})
  const [code] = await once(server, 'exit')
  return typeof code === 'number' ? code : 1
}
