import { expect, it, vi } from 'vitest'
import { releaseBytes } from './release-bytes.ts'

it('gives back the bytes of a picture, and asks for what its upload took', () => {
  const gc = vi.fn()
  vi.stubGlobal('gc', gc)
  const message = Buffer.alloc(300_000, 1)
  const variants = [
    { width: 480, bytes: message.subarray(0, 100_000) },
    { width: 960, bytes: message.subarray(100_000) },
  ]
  releaseBytes(variants)
  expect(message.buffer.byteLength).toBe(0)
  expect(variants.map(({ bytes }) => bytes.length)).toEqual([0, 0])
  expect(gc).toHaveBeenCalledExactlyOnceWith({ type: 'minor', execution: 'sync' })
})

it('leaves alone what shares its memory with others', () => {
  const [other, bytes] = twoOfOnePool()
  releaseBytes([{ width: 96, bytes }])
  expect([String(other), String(bytes)]).toEqual(['what another request holds', 'a small picture'])
})

function twoOfOnePool(): [Buffer, Buffer] {
  for (;;) {
    const two = ['what another request holds', 'a small picture'].map((text) => Buffer.from(text))
    const [one, other] = two
    // Where the first was the end of a pool, the second began the next.
    if (one && other && one.buffer === other.buffer) return [one, other]
  }
}
