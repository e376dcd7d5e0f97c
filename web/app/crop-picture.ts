import { lazyChunk } from '../platform/lazy-chunk.ts'

/** The cropper is fetched with its first opening, with the profile's screens. */
export const CropPictureDialog = lazyChunk(
  () => import('../profile/crop-photo.tsx'),
  'CropPictureDialog',
)
