import { type DeviceStore, openDeviceStore } from './offline/indexed-db.ts'
import { localDevice } from './web-storage.ts'

/** Whose drafts are on the device, words and files. */
export const DRAFT_OWNER_KEY = 'draft-owner'

/** What the keys of drafts on the device begin with. */
export const DRAFT_PREFIX = 'draft:'

/** In the mark of files that are on the device by now: before the moment, by which it changes. */
const KEPT = ' kept '

interface DraftFile {
  owner: string
  files: File[]
}

export const draftFiles = createDraftFiles(openDeviceStore<DraftFile>('draft-files'))

/** Files that were chosen and not sent yet, kept on the device beside the words of the drafts. */
export function createDraftFiles(store: DeviceStore<DraftFile>) {
  const owner = () => localDevice.get(DRAFT_OWNER_KEY)
  const markOf = (key: string) => `${DRAFT_PREFIX}file-${key}`
  return {
    /** In place of those kept before. Resolves to whether they will be there after a reload. */
    async keep(key: string, files: File[]): Promise<boolean> {
      const whose = owner()
      // Known at once, though the files themselves take their time, and where there is no room.
      const mark = markOf(key)
      if (files.length > 0) localDevice.set(mark, String(files.length))
      else localDevice.remove(mark)
      // Where there is no room for these, those before must not come back in their place.
      await store.remove(key)
      if (files.length === 0 || whose === null) return false
      await store.set(key, { owner: whose, files })
      const isKept = (await store.get(key)) !== undefined
      if (isKept) localDevice.set(mark, `${files.length}${KEPT}${Date.now()}`)
      return isKept
    },
    async read(key: string): Promise<File[]> {
      // Another tab may be about to take them from the device.
      if (localDevice.get(markOf(key)) === null) return []
      const kept = await store.get(key)
      return kept && kept.owner === owner() ? kept.files : []
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
    clear: () => store.clear(),
  }
}
