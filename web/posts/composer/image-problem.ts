import { IMAGE_MAX_BYTES, IMAGES_MAX, IMAGES_MAX_BYTES, MESSAGES } from '../../../contract/posts.ts'
import { isImage } from '../../platform/files/is-image.ts'

/** What can be said against a file at once, by its name, type and size. */
export function imageProblem(file: File): string | undefined {
  if (!isImage(file)) return MESSAGES.notAnImage
  return file.size > IMAGE_MAX_BYTES ? MESSAGES.imageTooLarge : undefined
}

/** What is said where there is no room for one more. */
type RoomSentences = Record<'imagesMany' | 'imagesTooLarge', string>

/**
 * Those that were chosen, with as many more as can be, and what is wrong with the first that
 * cannot.
 */
export function withImages(
  chosen: File[],
  more: Iterable<File>,
  sentences: RoomSentences = MESSAGES,
) {
  const images = [...chosen]
  const files = [...more]
  let problem: string | undefined
  for (const file of files) {
    const own = imageProblem(file)
    const found = own ? withFileName(file, files.length, own) : roomProblem(images, file, sentences)
    problem ??= found
    if (!found) images.push(file)
  }
  return { images, problem }
}

/** Says of several which one it is about. */
export function withFileName({ name }: File, count: number, sentence: string): string {
  return count > 1 ? `\u2068${name}\u2069: ${sentence}` : sentence
}

function roomProblem(images: File[], file: File, sentences: RoomSentences): string | undefined {
  if (images.length >= IMAGES_MAX) return sentences.imagesMany
  const bytes = [...images, file].reduce((sum, { size }) => sum + size, 0)
  return bytes > IMAGES_MAX_BYTES ? sentences.imagesTooLarge : undefined
}

/** JPEG, PNG, GIF, WebP, and HEIC, HEIF or AVIF by the brand in the file's first box. */
const IMAGE_BEGINNING =
  /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp(?:avi|he[iv]|mif1|msf1))/s

/** Whether the server may be able to read a file that the browser cannot draw. */
export async function mayBeImage(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  return IMAGE_BEGINNING.test(String.fromCharCode(...bytes))
}
