import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * From now on this process and those it starts lay what is temporary into one folder of `parent`,
 * which goes when this process ends: also what a test that failed or was cut off did not remove.
 */
export function removeTemporaryFilesAtExit(name: string, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, `snug-${name}-`))
  // PostgreSQL runs as a user of its own in a folder below it.
  chmodSync(folder, 0o711)
  // The second is what Windows calls it.
  for (const variable of ['TMPDIR', 'TEMP']) process.env[variable] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}
