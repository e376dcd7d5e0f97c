import { runCommand } from './operations/command-line.ts'
import { openTerminal } from './operations/terminal.ts'

// The command line: `npm run snug -- …`.

process.exitCode = await runCommand(process.argv.slice(2), process.env, openTerminal(process))
