import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'

/** A process that logs what it is told, and lives on. */
const PROGRAM = `
  import fs from 'node:fs'
  import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
  const log = createLog({ pretty: false })
  const write = fs.write
  let writes = 0
  fs.write = (...given) => {
    writes++
    write(...given)
  }
  process.stdin.on('data', (words) => {
    log.info(String(words))
    log.info('writes ' + writes)
  })
`

function startLogging() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return { child, lines }
}

it('writes each line soon, also after a while without any', async () => {
  const { child, lines } = startLogging()
  for (const words of ['first', 'second']) {
    child.stdin.write(words)
    const { value } = await lines.next()
    expect(JSON.parse(value ?? '')).toMatchObject({ msg: words })
    await lines.next()
  }
})

it('writes lines together, not each by a call of the system', async () => {
  const { child, lines } = startLogging()
  child.stdin.write('first')
  await lines.next()
  const { value } = await lines.next()
  expect(JSON.parse(value ?? '')).toMatchObject({ msg: 'writes 0' })
})
