import { Fragment, type ReactNode, useMemo } from 'react'
import { splitLinks } from '../../contract/links.ts'

interface LinkedTextProps {
  text: string
  /** How the words between addresses are drawn. */
  words?: (words: string) => ReactNode
}

/** What a member wrote, with its web addresses as links, in the colour of the text around them. */
export function LinkedText({ text, words }: LinkedTextProps) {
  const pieces = useMemo(() => splitLinks(text), [text])
  return pieces.map((piece, index) =>
    piece.href === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change their order.
      <Fragment key={index}>{words ? words(piece.text) : piece.text}</Fragment>
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        key={index}
        href={piece.href}
        // The real host, which letters of other alphabets can only pretend to be.
        title={`${new URL(piece.href).host} (opens in a new tab)`}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        dir="ltr"
        className="wrap-anywhere underline underline-offset-2 [unicode-bidi:isolate]"
      >
        {piece.text}
      </a>
    ),
  )
}
