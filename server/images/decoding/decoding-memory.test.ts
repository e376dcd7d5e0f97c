import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { interlacedPng, pngHeader } from '../fixtures/hand-made-png.ts'

const MB = 1024 * 1024

type Outcome = { result: object | string; grown: number; child: number }

/**
 * Decodes in a server that does nothing else: how far its memory grew meanwhile, and the most its
 * child ever used, in bytes.
 */
async function decodeInSmallServer(image: Buffer): Promise<Outcome> {
  const program = `
    import { readFileSync } from 'node:fs'
    import { buffer } from 'node:stream/consumers'
    import { createImageDecoder } from ${JSON.stringify(new URL('./image-decoder.ts', import.meta.url))}
    const bytes = await buffer(process.stdin)
    const decoder = createImageDecoder()
    const before = process.memoryUsage.rss()
    let most = before
    setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5).unref()
    const result = await decoder.decode(bytes, 'post').then(
      ({ width, height }) => ({ width, height }),
      (error) => error.reason,
    )
    const status = readFileSync('/proc/' + decoder.pids()[0] + '/status', 'utf8')
    const child = Number(/VmHWM:\\s+(\\d+)/.exec(status)[1]) * 1024
    console.log(JSON.stringify({ result, grown: most - before, child }))`
  const args = ['--input-type=module', '--eval', program]
  const running = promisify(execFile)(process.execPath, args)
  running.child.stdin?.end(image)
  return JSON.parse((await running).stdout)
}

it.skipIf(process.platform !== 'linux')(
  'a small file that unfolds to 50 million pixels does so outside the serving process',
  async () => {
    const bomb = await interlacedPng(8_000, 6_250)
    expect(bomb.length).toBeLessThan(MB)
    const { result, grown, child } = await decodeInSmallServer(bomb)
    expect(result).toEqual({ width: 1920, height: 1500 })
    expect(child).toBeGreaterThan(200 * MB)
    expect(child).toBeLessThan(400 * MB)
    expect(grown).toBeLessThan(60 * MB)
  },
)

it.skipIf(process.platform !== 'linux')(
  'a header that claims too many pixels is refused before any memory is taken for them',
  async () => {
    const { result, child } = await decodeInSmallServer(pngHeader(40_000, 40_000))
    expect(result).toBe('too-many-pixels')
    expect(child).toBeLessThan(200 * MB)
  },
)
