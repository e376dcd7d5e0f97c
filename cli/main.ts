import { runCommand } from './run-command.ts'
import { openTerminal } from './terminal.ts'

// The command line: `npm run snug -- …`.

process.exitCode = await runCommand(process.argv.slice(2), process.env, openTerminal(process))
