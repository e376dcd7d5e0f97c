import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'

/** A process that logs what it is told, and lives on. */
const PROGRAM = `
  import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
  const log = createLog({ pretty: false })
  process.stdin.on('data', (words) => log.info(String(words)))
`

it('writes each line soon, also after a while without any', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  for (const words of ['first', 'second']) {
    child.stdin.write(words)
    const { value } = await lines.next()
    expect(JSON.parse(value ?? '')).toMatchObject({ msg: words })
  }
})
