import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { redoclyEnvironment } from '../scripts/redocly.ts'
import { ada } from './people.ts'
import { openScopedTestServer } from './scenes/scoped-test-server.ts'

// The program of docs/api.md, as a reader would try it: with a client made of the document that a
// server answers, checked by the compiler, and run against that server.

const BIN = resolve('node_modules/.bin')

it('the example in the documentation fits its types and works', async () => {
  const server = await openScopedTestServer()
  await server.join(ada)
  const port = await server.httpServer.listen(0, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'snug-example-'))
  onTestFinished(() => rm(folder, { recursive: true }))

  const generate = ['generate-client', `${url}/api/openapi.json`, '--output', 'snug.ts']
  await run(folder, { ...process.env, ...redoclyEnvironment }, join(BIN, 'redocly'), generate)
  await writeFile(join(folder, 'example.ts'), await exampleOf('docs/api.md'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TYPESCRIPT))
  await run(folder, process.env, join(BIN, 'tsc'), ['--project', folder])
  const given = { SNUG_URL: url, SNUG_EMAIL: ada.email, SNUG_PASSWORD: ada.password }
  const printed = await run(folder, given, process.execPath, ['example.ts'])

  expect(printed).toBe(`${ada.username}: The kettle is on. (0 likes)\n`)
})

const TYPESCRIPT = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, erasableSyntaxOnly: true, allowImportingTsExtensions: true },
    ...{ target: 'es2024', module: 'preserve', types: ['node'] },
    typeRoots: [resolve('node_modules/@types')],
  },
  files: ['example.ts'],
}

/** What the command prints; what a failed one printed is in the error. */
async function run(cwd: string, env: NodeJS.ProcessEnv, command: string, args: string[]) {
  const ended = promisify(execFile)(command, args, { cwd, env })
  const { stdout } = await ended.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${command} failed:\n${error.stdout}${error.stderr}`)
  })
  return stdout
}

async function exampleOf(path: string): Promise<string> {
  const [, program] = /^```ts\n(.*?)^```$/ms.exec(await readFile(path, 'utf8')) ?? []
  if (!program) throw new Error(`There is no example in ${path}.`)
  return program
}
