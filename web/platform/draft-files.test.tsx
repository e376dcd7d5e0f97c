import { afterEach, expect, it, vi } from 'vitest'
import { createDraftFiles, draftFiles, setDraftOwner } from './draft-files.ts'
import { hasDrafts, wipeDraftsOf } from './drafts.ts'
import { memoryStore } from './offline/indexed-db.ts'

afterEach(() => localStorage.clear())

const image = new File(['tea'], 'tea.png', { type: 'image/png' })

it('gives a file back to who chose it, and to nobody else', async () => {
  const files = createDraftFiles(memoryStore())
  setDraftOwner('ada')
  expect(await files.keep('post-image', [image])).toBe(true)
  expect(await files.read('post-image')).toEqual([image])
  expect(hasDrafts()).toBe(true)
  setDraftOwner('ben')
  expect(await files.read('post-image')).toEqual([])
})

it('keeps none that was taken away, wiped, or is nobody’s', async () => {
  const files = createDraftFiles(memoryStore())
  setDraftOwner('ada')
  await files.keep('post-image', [image])
  expect(await files.keep('post-image', [])).toBe(false)
  expect(hasDrafts()).toBe(false)
  expect(await files.read('post-image')).toEqual([])
  await files.keep('post-image', [image])
  await files.remove('draft:ada:file-post-image')
  expect(await files.read('post-image')).toEqual([])
  setDraftOwner('')
  expect(await files.keep('post-image', [image])).toBe(false)
})

it('wipes those whose mark is gone as well, once nobody has any', () => {
  const clear = vi.spyOn(draftFiles, 'clear').mockResolvedValue()
  localStorage.setItem('draft:ben:file-post-image', '1')
  void wipeDraftsOf((member) => member === 'ada')
  expect(clear).not.toHaveBeenCalled()
  void wipeDraftsOf(() => true)
  expect(clear).toHaveBeenCalledOnce()
})

it('says that a file will not last where the device takes none', async () => {
  const none = { ...memoryStore<never>(), set: async () => {} }
  setDraftOwner('ada')
  expect(await createDraftFiles(none).keep('post-image', [image])).toBe(false)
})

it('gives no earlier file back where the device had no room for the one after it', async () => {
  const store = memoryStore<never>()
  const files = createDraftFiles(store)
  setDraftOwner('ada')
  await files.keep('post-image', [image])
  store.set = async () => {}
  expect(await files.keep('post-image', [new File(['cat'], 'cat.png')])).toBe(false)
  expect(await files.read('post-image')).toEqual([])
})

it('tells the other tabs once files are kept or gone, and not before', async () => {
  const files = createDraftFiles(memoryStore())
  setDraftOwner('ada')
  const seen: number[] = []
  const stop = files.onOtherTab('post-image', async () => {
    seen.push((await files.read('post-image')).length)
  })
  /** As the browser tells another tab. */
  const tell = (key: string, newValue = localStorage.getItem(key)) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  const mark = 'draft:ada:file-post-image'
  const kept = files.keep('post-image', [image])
  tell(mark)
  await kept
  tell(mark)
  tell('draft:ada:file-other')
  await expect.poll(() => seen).toEqual([1])
  // The other tab hears of it before it is done.
  const gone = files.keep('post-image', [])
  tell(mark)
  await gone
  await expect.poll(() => seen).toEqual([1, 0])
  stop()
  tell(mark)
  await expect.poll(() => seen).toEqual([1, 0])
})
