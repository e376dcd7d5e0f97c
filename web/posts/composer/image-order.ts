import { IMAGE_ALT_FIELDS, type ImageAltField } from '../../../contract/posts.ts'

/** Which of so many pictures stay, in their order, when the one at `gone` is taken away. */
export function placesWithout(count: number, gone: number): number[] {
  return [...Array(count).keys()].filter((place) => place !== gone)
}

export function placesWithUp(count: number, moved: number): number[] {
  return placesWithout(count, moved).toSpliced(moved - 1, 0, moved)
}

export function altsInOrder(
  alts: Record<ImageAltField, string>,
  places: number[],
): [name: ImageAltField, alt: string][] {
  const before = IMAGE_ALT_FIELDS.map((name) => alts[name])
  return IMAGE_ALT_FIELDS.map((name, place) => [name, before[places[place] ?? -1] ?? ''])
}
