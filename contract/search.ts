// How people are found, in every box alike: each word that is typed is at the beginning of a word
// of what a person is found by, whatever the case and the accents. The server keeps the same keys
// in its index. Who changes how a text is cut renews the rows that are there with a migration.

// A word is what stands together of letters, digits and underscores, as usernames do; an emoji
// is a word of its own. Scripts that leave no space between words are cut where a reader would.
const WORD = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu
// Of these scripts no reader cuts what stands together; asking the segmenter costs five times as
// much.
const ONE_WORD =
  /^(?!\p{M})[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Arab}\p{sc=Hebr}\p{sc=Deva}\p{M}\p{Nd}_]+$/u
/** Accents; letters with a stroke, which Unicode does not take apart; a σ at the end of a word. */
const MARKED = /[\u0300-\u036føłđðħŧıς]/g
/** Made for the first text that needs it: few do, and it is dear. */
let segmenter: Intl.Segmenter | undefined
/** What is longer is found by its beginning; an index key has an end. */
const WORD_MAX = 40

/** The distinct words of what is typed, in the form they are compared in. */
export function searchWords(text: string): string[] {
  return wordsIn(normalizeForSearch(text))
}

/** What a text is found by: its words, and what follows an underscore in one, as in `Ada_Byron`. */
export function searchKeys(text: string): string[] {
  return keysOf(searchWords(text))
}

/**
 * The first of them, for who writes whatever they like: no more than so many, of so many characters
 * as they compare. There is one that unfolds to eighteen, and to cut is dear.
 */
export function firstSearchKeys(
  text: string,
  { keys, characters }: { keys: number; characters: number },
): string[] {
  const words = wordsIn(normalizeForSearch(text).slice(0, characters), keys)
  return keysOf(words).slice(0, keys)
}

function wordsIn(normalized: string, max = Number.POSITIVE_INFINITY): string[] {
  const words = new Set<string>()
  // Each once before it is cut.
  for (const together of new Set(normalized.match(WORD))) {
    if (words.size >= max) break
    for (const word of cut(together)) words.add(shortened(word))
  }
  return [...words]
}

function keysOf(words: string[]): string[] {
  // Most texts hold none, and each word would be looked through.
  if (!words.some((word) => word.includes('_'))) return words
  return [...new Set(words.flatMap((word) => [word, ...endings(word)]))]
}

/** Whether each of the typed words is the beginning of one of the keys. */
export function areFound(words: readonly string[], keys: readonly string[]): boolean {
  return words.every((word) => keys.some((key) => key.startsWith(word)))
}

/**
 * Whether the typed word is the beginning of a key of this text, as it compares. Only where the
 * word stands in it is it cut: for scripts without spaces that is what a search costs.
 */
export function isKeyBegun(word: string, normalized: string): boolean {
  for (const together of new Set(normalized.match(WORD)))
    if (together.includes(word) && isKeyBegunIn(word, together)) return true
  return false
}

function isKeyBegunIn(word: string, together: string): boolean {
  const segments = ONE_WORD.test(together) ? undefined : segmentsOf(together)
  for (let at = together.indexOf(word); at !== -1; at = together.indexOf(word, at + 1)) {
    const { index, segment } = segments?.containing(at) ?? { index: 0, segment: together }
    const begins = at === index || (together[at - 1] === '_' && together[at] !== '_')
    if (begins && shortened(segment).startsWith(word, at - index)) return true
  }
  return false
}

/** A text as it compares: without case and accents, whichever way its characters are written. */
export function normalizeForSearch(text: string): string {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      // An accent is none of the letters, and nothing is left of it.
      .replace(MARKED, (mark) => 'olddhtiσ'.charAt('øłđðħŧıς'.indexOf(mark)))
      .replaceAll('ß', 'ss')
      .replaceAll('æ', 'ae')
      .replaceAll('œ', 'oe')
      .replaceAll('þ', 'th')
      .normalize('NFC')
  )
}

function shortened(word: string): string {
  return word.length <= WORD_MAX ? word : Array.from(word).slice(0, WORD_MAX).join('')
}

function cut(together: string): string[] {
  if (ONE_WORD.test(together)) return [together]
  return Array.from(segmentsOf(together), ({ segment }) => segment)
}

function endings(word: string): string[] {
  const starts = [...word.matchAll(/_(?=[^_])/g)].map(({ index }) => index + 1)
  return starts.map((start) => word.slice(start))
}

function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  return segmenter.segment(text)
}
