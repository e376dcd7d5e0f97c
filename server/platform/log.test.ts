import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
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

it.skipIf(process.platform !== 'linux')(
  'a disk that is full below it ends nothing, and the process ends when it is told to',
  async () => {
    const full = await open('/dev/full', 'w')
    onTestFinished(() => full.close())
    const program = `${PROGRAM}
      process.stdin.on('data', (words) => {
        if (String(words) === 'end') setTimeout(() => process.exit(3), 300)
        process.stderr.write('heard ')
      })`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', full.fd, 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const heard: string[] = []
    child.stderr?.on('data', (words) => heard.push(String(words)))
    const count = () => heard.join('').split(' ').length - 1
    for (const [place, words] of ['first', 'second', 'third'].entries()) {
      child.stdin?.write(words)
      await expect.poll(count).toBe(place + 1)
      // Longer than a line waits to be written.
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    child.stdin?.write('end')
    expect(await once(child, 'exit')).toEqual([3, null])
  },
)
