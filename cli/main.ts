import { startServer } from './start.ts'

// Whatever the umask was: what it writes is for its own user.
process.umask(0o077)

// Whoever reads the output may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const words = process.argv.slice(2)
// Visitors wait for a start, so it loads nothing of the other commands.
process.exitCode =
  words.join(' ') === 'start' ? await startServer(process.env) : await runOther(words)

async function runOther(words: string[]): Promise<number> {
  const { runCommand } = await import('./run-command.ts')
  const { openTerminal } = await import('./terminal.ts')
  return runCommand(words, process.env, openTerminal(process))
}
