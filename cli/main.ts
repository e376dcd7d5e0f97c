import { runCommand } from './run-command.ts'
import { openTerminal } from './terminal.ts'

// The command line: `npm run snug -- …`.

// Whatever the umask was: what it writes is for its own user.
process.umask(0o077)

// Whoever reads the output may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await runCommand(process.argv.slice(2), process.env, openTerminal(process))
