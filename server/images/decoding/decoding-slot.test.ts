import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { IMAGE_MAX_BYTES } from '../../../contract/posts.ts'
import { fourQuarters } from '../fixtures/images.ts'
import { ImageBusyError, ImageRefusedError } from '../image-errors.ts'
import { createImageDecoder, type ImageDecoder } from './image-decoder.ts'

const image = await fourQuarters().jpeg().toBuffer()
const largeImage = await fourQuarters(4000, 3000).png({ compressionLevel: 1 }).toBuffer()

const open: ImageDecoder[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const decoder of open.splice(0)) await decoder.close()
})

/** A decoder, and the processes it has started so far. */
function watchedDecoder() {
  const pids: number[] = []
  const warnings: string[] = []
  const log = {
    debug: (details: object) => {
      if ('pid' in details) pids.push(Number(details.pid))
    },
    warn: (_details: object, message: string) => warnings.push(message),
  }
  const decoder = createImageDecoder({ log })
  open.push(decoder)
  return { decoder, pids, warnings, decode: (bytes = image) => decoder.decode(bytes, 'post') }
}

/** Never 0 or undefined: to `kill` those mean the whole group the tests run in. */
function firstOf(pids: number[]): number {
  const [pid] = pids
  if (!pid) throw new Error('No decoding process was started.')
  return pid
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const gone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false)

describe('the decoding processes', () => {
  it('start with the first picture and are used again', async () => {
    const { pids, decode } = watchedDecoder()
    expect(pids).toEqual([])
    await decode()
    await decode()
    expect(pids).toHaveLength(1)
    expect(isAlive(firstOf(pids))).toBe(true)
  })

  it('are two at most, however many pictures come', async () => {
    const { pids, decode } = watchedDecoder()
    const all = await Promise.all(Array.from({ length: 8 }, () => decode()))
    expect(all.map(({ width }) => width)).toEqual(Array(8).fill(96))
    expect(pids).toHaveLength(2)
  })

  it('may die once over a picture: another one decodes it', async () => {
    const { pids, warnings, decode } = watchedDecoder()
    await decode()
    const unlucky = decode(largeImage)
    process.kill(firstOf(pids), 'SIGKILL')
    expect(await unlucky).toMatchObject({ width: 1920 })
    expect(warnings).toHaveLength(1)
    expect(pids).toHaveLength(2)
  })

  it('die with a picture that kills two of them, and the next is decoded', async () => {
    const { decoder, pids, decode } = watchedDecoder()
    let refused: Error | undefined
    decode(largeImage).catch((error) => {
      refused = error
    })
    await vi.waitUntil(
      () => {
        for (const pid of decoder.pids()) process.kill(pid, 'SIGKILL')
        return refused
      },
      { timeout: 30_000, interval: 5 },
    )
    expect(refused).toMatchObject({ reason: 'damaged' })
    expect(pids).toHaveLength(2)
    expect(await decode()).toMatchObject({ width: 96 })
  })

  it.skipIf(process.platform === 'win32')(
    'are replaced when a picture takes too long',
    async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const { decoder, pids, decode } = watchedDecoder()
      await decode()
      process.kill(firstOf(pids), 'SIGSTOP')
      const stuck = decode()
      vi.advanceTimersByTime(29_999)
      expect(decoder.pids()).toEqual(pids)
      vi.advanceTimersByTime(1)
      expect(decoder.pids()).toEqual([])
      await expect(stuck).rejects.toMatchObject({ reason: 'damaged' })
      expect(await decode()).toMatchObject({ width: 96 })
    },
  )

  it('end after a minute without work', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { pids, decode } = watchedDecoder()
    await decode()
    vi.advanceTimersByTime(59_999)
    await decode()
    expect(pids).toHaveLength(1)
    vi.advanceTimersByTime(60_000)
    await decode()
    expect(pids).toHaveLength(2)
    vi.useRealTimers()
    await gone(firstOf(pids))
  })

  it('go on with their picture when the terminal or the system says stop', async () => {
    const { pids, decode } = watchedDecoder()
    await decode()
    const inFlight = decode(largeImage)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(firstOf(pids), signal)
    expect(await inFlight).toMatchObject({ width: 1920 })
    expect(pids).toHaveLength(1)
  })

  it('neither keep the server from exiting nor outlive it', async () => {
    const program = `
      import { createImageDecoder } from ${JSON.stringify(new URL('./image-decoder.ts', import.meta.url))}
      const log = { debug: ({ pid }) => console.log(pid), warn() {} }
      const bytes = Buffer.from('${image.toString('base64')}', 'base64')
      const { width } = await createImageDecoder({ log }).decode(bytes, 'post')
      console.log(width)`
    const args = ['--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const [pid, width] = stdout.trim().split('\n').map(Number)
    expect(width).toBe(96)
    await gone(firstOf([pid ?? 0]))
  })

  it.each([
    ['is not there', join(tmpdir(), 'no-such-program')],
    ['fails at once', fileURLToPath(new URL('../fixtures/failing-program.sh', import.meta.url))],
  ])('are no reason to blame the picture when their program %s', async (_, program) => {
    const { decode } = watchedDecoder()
    const node = process.execPath
    process.execPath = program
    const error = await decode().catch((error) => error)
    process.execPath = node
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ImageRefusedError)
    expect(await decode()).toMatchObject({ width: 96 })
  })

  it.skipIf(process.platform === 'win32')('end with a server that is killed', async () => {
    const program = `
      import { createImageDecoder } from ${JSON.stringify(new URL('./image-decoder.ts', import.meta.url))}
      const log = { debug: ({ pid }) => console.log(pid), warn() {} }
      const bytes = Buffer.from('${image.toString('base64')}', 'base64')
      const decoder = createImageDecoder({ log })
      await decoder.decode(bytes, 'post')
      decoder.decode(bytes, 'post')
      setImmediate(() => process.kill(process.pid, 'SIGKILL'))`
    const args = ['--input-type=module', '--eval', program]
    const killed = await promisify(execFile)(process.execPath, args).catch((error) => error)
    expect(killed.signal).toBe('SIGKILL')
    await gone(firstOf([Number(killed.stdout)]))
  })

  it('are killed by close, and what was in them or waited fails as busy', async () => {
    const { decoder, pids, decode } = watchedDecoder()
    const images = [decode(), decode(), decode()]
    await decoder.close()
    const errors = (await Promise.allSettled(images)).map((result) =>
      result.status === 'rejected' ? result.reason : 'decoded',
    )
    expect(errors).toEqual(Array(3).fill(expect.any(ImageBusyError)))
    for (const pid of pids) await gone(pid)
    await expect(decode()).rejects.toThrow(ImageBusyError)
  })
})

describe('pictures that wait', () => {
  it('are 32 at most: one more is told to come back', async () => {
    const { decode } = watchedDecoder()
    const accepted = Promise.allSettled(Array.from({ length: 2 + 32 }, () => decode()))
    await expect(decode()).rejects.toThrow(ImageBusyError)
    const results = await accepted
    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true)
  })

  it('take 96 MB of memory at most', async () => {
    const { decoder, decode } = watchedDecoder()
    const bytes = Buffer.concat([image], IMAGE_MAX_BYTES)
    const accepted = Promise.allSettled(Array.from({ length: 2 + 6 }, () => decode(bytes)))
    await expect(decode(bytes)).rejects.toThrow('Please try again in a moment.')
    const small = decode()
    await decoder.close()
    await expect(small).rejects.toThrow(ImageBusyError)
    await accepted
  })
})
