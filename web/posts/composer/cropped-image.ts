const CROPPED = /\.cropped\.[a-z]+$/

/** As a file that finds its original by name and age, after a reload, too. */
export function croppedFrom(original: File, cropped: File): File {
  const { type } = cropped
  const kind = type.slice(type.indexOf('/') + 1)
  const { lastModified } = original
  return new File([cropped], `${original.name}.cropped.${kind}`, { type, lastModified })
}

export function originalOf(image: File, originals: readonly File[]): File {
  return originals.find((original) => isFrom(original, image)) ?? image
}

export function isFrom(original: File, image: File): boolean {
  return (
    image.lastModified === original.lastModified &&
    image.name !== original.name &&
    nameOf(image) === original.name
  )
}

/** That of the file that was chosen. */
export function nameOf({ name }: File): string {
  return name.replace(CROPPED, '')
}
