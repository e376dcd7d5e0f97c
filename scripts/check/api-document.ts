// `openapi`: the document of the API, as a server answers it, before a linter.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REDOCLY_STAYS_HERE } from '../redocly.ts'
import { runWith } from './command.ts'
import { fail, type Outcome, pass } from './outcome.ts'

export async function apiDocument(): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'snug-openapi-'))
  const file = join(folder, 'openapi.json')
  try {
    const written = await runWith({}, 'node', 'scripts/write-api-document.ts', file)
    if (!written.isSuccess) return fail(written.output)
    const { isSuccess, output } = await runWith(REDOCLY_STAYS_HERE, 'redocly', 'lint', file)
    // A warning alone is a success to the linter.
    return isSuccess && !/\bwarnings?\b/.test(output) ? pass() : fail(output)
  } finally {
    await rm(folder, { recursive: true })
  }
}
