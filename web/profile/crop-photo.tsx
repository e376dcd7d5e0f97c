// By this name the crop of pictures is fetched from elsewhere: so the build leaves it with the
// profile's screens, and no other screen waits for it.
export { CropDialog } from './settings/crop-dialog.tsx'
export { CropImageDialog } from './settings/crop-image-dialog.tsx'
