import { lazyChunk } from '../platform/lazy-chunk.ts'

/** The cropper is fetched with its first opening, with the profile's screens. */
export const CropImageDialog = lazyChunk(
  () => import('../profile/crop-photo.tsx'),
  'CropImageDialog',
)
