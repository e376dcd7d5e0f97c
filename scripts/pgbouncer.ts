// Runs tests of the server on a PostgreSQL of their own with PgBouncer before it, to see that
// nothing depends on a connection that is kept:
//
//   node scripts/pgbouncer.ts session|transaction [test files …]
//
// PgBouncer comes from the system's packages.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { findPostgres, startPostgres } from './postgres.ts'

const READY_WITHIN_MS = 10_000

const [mode = '', ...tests] = process.argv.slice(2)
const programs = findPostgres()
if (!['session', 'transaction'].includes(mode) || !programs)
  throw new Error('Say session or transaction, on a machine with PostgreSQL and PgBouncer.')

const postgres = await startPostgres(programs)
const folder = mkdtempSync(join(tmpdir(), 'snug-pgbouncer-'))
const port = await freePort()
writeFileSync(
  join(folder, 'pgbouncer.ini'),
  `[databases]
* = host=127.0.0.1 user=snug port=${new URL(postgres.url).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
log_connections = 0
log_disconnections = 0
pool_mode = ${mode}
max_client_conn = 500
default_pool_size = 12
ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout
`,
)
chmodSync(folder, 0o755)
// It refuses to run as root.
const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
const pgbouncer = spawn('pgbouncer', ['-q', ...asUser, join(folder, 'pgbouncer.ini')], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
try {
  await untilItListens()
  const shared = mode === 'transaction' ? '?pool_mode=transaction' : ''
  const environment = {
    ...process.env,
    SNUG_TEST_DATABASE: postgres.url,
    SNUG_TEST_POOLER: `postgres://snug@127.0.0.1:${port}/postgres${shared}`,
  }
  const run = ['run', '--project=postgres', '--maxWorkers=1', ...tests]
  const { status } = spawnSync('vitest', run, { env: environment, stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  const hasEnded = once(pgbouncer, 'exit')
  if (pgbouncer.kill()) await hasEnded
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function untilItListens(): Promise<void> {
  for (let waited = 0; waited < READY_WITHIN_MS; waited += 50) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isThere) return
    await pause(50)
  }
  throw new Error('PgBouncer did not start.')
}
