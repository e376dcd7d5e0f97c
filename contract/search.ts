// How people are found, in every box alike: each word that is typed is at the beginning of a word
// of what a person is found by, whatever the case and the accents. The server keeps the same keys
// in its index. Who changes how a text is cut renews the rows that are there with a migration.

// A word is what stands together of letters, digits and underscores, as usernames do; an emoji
// is a word of its own. Scripts that leave no space between words are cut where a reader would.
const WORD = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu
const ONE_WORD = /^\w+$/
const ACCENTS = /[\u0300-\u036f]/g
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
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
 * The first of them, for who writes whatever they like: no more than so many, of so many characters as
 * they compare. There is one that unfolds to eighteen, and to cut is dear.
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
    for (const word of cut(together)) words.add(Array.from(word).slice(0, WORD_MAX).join(''))
  }
  return [...words]
}

function keysOf(words: string[]): string[] {
  return [...new Set(words.flatMap((word) => [word, ...endings(word)]))]
}

/** Whether each of the typed words is the beginning of one of the keys. */
export function areFound(words: readonly string[], keys: readonly string[]): boolean {
  return words.every((word) => keys.some((key) => key.startsWith(word)))
}

/** A text as it compares: without case and accents, whichever way its characters are written. */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(ACCENTS, '').normalize('NFC')
}

function cut(together: string): string[] {
  if (ONE_WORD.test(together)) return [together]
  return Array.from(segmenter.segment(together), ({ segment }) => segment)
}

function endings(word: string): string[] {
  const starts = [...word.matchAll(/_(?=[^_])/g)].map(({ index }) => index + 1)
  return starts.map((start) => word.slice(start))
}
