import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded into a server before its own code: while the file that BROKEN_FLUSH names is there, the
// disk refuses to keep what was written, as a broken one does.

const { fdatasync } = fs

fs.fdatasync = Object.assign((file: number, done: (error: Error | null) => void) => {
  if (!fs.existsSync(process.env.BROKEN_FLUSH ?? '')) return fdatasync(file, done)
  const error = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  setImmediate(() => done(error))
}, fdatasync)
syncBuiltinESMExports()
