import { localDevice } from './device-storage.ts'
import { type DeviceStore, openDeviceStore } from './offline/device-store.ts'

/** Whose drafts are on the device, words and files. */
export const DRAFT_OWNER_KEY = 'draft-owner'

/** What the keys of drafts on the device begin with. */
export const DRAFT_PREFIX = 'draft:'

interface DraftFile {
  owner: string
  files: File[]
}

export const draftFiles = createDraftFiles(openDeviceStore<DraftFile>('draft-files'))

/** Files that were chosen and not sent yet, kept on the device beside the words of the drafts. */
export function createDraftFiles(store: DeviceStore<DraftFile>) {
  const owner = () => localDevice.get(DRAFT_OWNER_KEY)
  return {
    /** In place of those kept before. Resolves to whether they will be there after a reload. */
    async keep(key: string, files: File[]): Promise<boolean> {
      const whose = owner()
      // Known at once, though the files themselves take their time, and where there is no room.
      const mark = `${DRAFT_PREFIX}file-${key}`
      if (files.length > 0) localDevice.set(mark, String(files.length))
      else localDevice.remove(mark)
      // Where there is no room for these, those before must not come back in their place.
      await store.remove(key)
      if (files.length === 0 || whose === null) return false
      await store.set(key, { owner: whose, files })
      return (await store.get(key)) !== undefined
    },
    async read(key: string): Promise<File[]> {
      const kept = await store.get(key)
      return kept && kept.owner === owner() ? kept.files : []
    },
    clear: () => store.clear(),
  }
}
