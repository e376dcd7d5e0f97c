import { localDevice } from './device-storage.ts'
import { type DeviceStore, openDeviceStore } from './offline/device-store.ts'

/** Whose drafts are on the device, words and files. */
export const DRAFT_OWNER_KEY = 'draft-owner'

interface DraftFile {
  owner: string
  file: File
}

export const draftFiles = createDraftFiles(openDeviceStore<DraftFile>('draft-files'))

/** Files that were chosen and not sent yet, kept on the device beside the words of the drafts. */
export function createDraftFiles(store: DeviceStore<DraftFile>) {
  const owner = () => localDevice.get(DRAFT_OWNER_KEY)
  return {
    /** Resolves to whether it will be there after a reload. Null: none is. */
    async keep(key: string, file: File | null): Promise<boolean> {
      const whose = owner()
      // Where there is no room for this one, the one before must not come back in its place.
      await store.remove(key)
      if (!file || whose === null) return false
      await store.set(key, { owner: whose, file })
      return (await store.get(key)) !== undefined
    },
    async read(key: string): Promise<File | null> {
      const kept = await store.get(key)
      return kept && kept.owner === owner() ? kept.file : null
    },
    clear: () => store.clear(),
  }
}
