// `openapi`: the document of the API, as a server answers it, before a linter.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redoclyEnvironment } from '../redocly.ts'
import { runWith } from './command.ts'
import { fail, type Outcome, pass } from './outcome.ts'

export async function apiDocument(): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'snug-openapi-'))
  const file = join(folder, 'openapi.json')
  try {
    await writeFile(file, JSON.stringify(await documentOfServer(), null, 2))
    const { isSuccess, output } = await runWith(redoclyEnvironment, 'redocly', 'lint', file)
    // Of warnings alone the linter makes no failure.
    return isSuccess && !/\bwarnings?\b/.test(output) ? pass() : fail(output)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function documentOfServer(): Promise<object> {
  // No other check needs the server, and to load it takes a second.
  const { openTestServer } = await import('../../tests/test-server.ts')
  const { documentOf } = await import('../../tests/api-document.ts')
  const server = await openTestServer()
  const document = await documentOf(server)
  await server.close()
  return document
}
