import { Fragment } from 'react'
import { normalizeForSearch, searchKeys, searchWords } from '../../../contract/search.ts'

/** What stands between white space: the part of a text that is marked as a whole. */
const PIECE = /\S+/gu
/** So much stands before the first of the words, so that it is in sight. */
const LEAD_IN = 60

/** A text from a little before the first of the words on, with each of them marked. */
export function HighlightedWords({ text, words }: { text: string; words: string }) {
  const wanted = searchWords(words)
  const pieces = [...text.matchAll(PIECE)].filter(([piece]) => isFound(piece, wanted))
  const first = pieces[0]?.index ?? 0
  const start = first > LEAD_IN ? first - LEAD_IN : 0
  let end = start
  const parts = pieces.map(({ 0: piece, index }) => {
    const before = text.slice(end, index)
    end = index + piece.length
    return (
      <Fragment key={index}>
        {before}
        <mark className="rounded-sm bg-ember-soft text-ember">{piece}</mark>
      </Fragment>
    )
  })
  return (
    <>
      {start > 0 && '… '}
      {parts}
      {text.slice(end)}
    </>
  )
}

function isFound(piece: string, wanted: readonly string[]): boolean {
  const keys = searchKeys(normalizeForSearch(piece))
  return wanted.some((word) => keys.some((key) => key.startsWith(word)))
}
