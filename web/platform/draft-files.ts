import { type DeviceStore, openDeviceStore } from './offline/indexed-db.ts'
import { localDevice } from './web-storage.ts'

/** Whose drafts this tab shows and keeps: another tab may be another member's. */
let owner = ''

export function setDraftOwner(memberId: string): void {
  owner = memberId
}

export function draftOwner(): string {
  return owner
}

/** Where a draft of this tab's member is on the device. */
export function draftKey(name: string): string {
  return `draft:${owner}:${name}`
}

/** In the mark of files that are on the device by now: before the moment, by which it changes. */
const KEPT = ' kept '

export const draftFiles = createDraftFiles(openDeviceStore<File[]>('draft-files'))

/** Files that were chosen and not sent yet, kept on the device beside the words of the drafts. */
export function createDraftFiles(store: DeviceStore<File[]>) {
  const markOf = (key: string) => draftKey(`file-${key}`)
  return {
    /** In place of those kept before. Resolves to whether they will be there after a reload. */
    async keep(key: string, files: File[]): Promise<boolean> {
      // Known at once, though the files themselves take their time, and where there is no room.
      const mark = markOf(key)
      if (files.length > 0) localDevice.set(mark, String(files.length))
      else localDevice.remove(mark)
      // Where there is no room for these, those before must not come back in their place.
      await store.remove(mark)
      if (files.length === 0 || owner === '') return false
      await store.set(mark, files)
      const isKept = (await store.get(mark)) !== undefined
      if (isKept) localDevice.set(mark, `${files.length}${KEPT}${Date.now()}`)
      return isKept
    },
    async read(key: string): Promise<File[]> {
      const mark = markOf(key)
      // Another tab may be about to take them from the device.
      if (localDevice.get(mark) === null) return []
      return (await store.get(mark)) ?? []
    },
    /** Calls back once another tab keeps others under this key, or none; returns how to stop it. */
    onOtherTab(key: string, listener: () => void): () => void {
      function hear(event: StorageEvent) {
        if (event.key !== markOf(key)) return
        if (event.newValue === null || event.newValue.includes(KEPT)) listener()
      }
      window.addEventListener('storage', hear)
      return () => window.removeEventListener('storage', hear)
    },
    /** Those whose mark is under this key on the device. */
    remove: store.remove,
    /** Also those that are under no mark any more, by a tab that ended in the midst of it. */
    clear: store.clear,
  }
}
