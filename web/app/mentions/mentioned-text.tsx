import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import { type Mention, replaceNames } from '../../../contract/mentions.ts'
import { LinkedText } from '../../ui/linked-text.tsx'
import { paths } from '../paths.ts'

interface MentionedTextProps {
  text: string
  mentions: Mention[]
  /** Given: a press on a name opens their card here. */
  onMemberClick?: ((userId: string) => void) | undefined
}

/** What a member wrote, with web addresses and the names of who is mentioned as links. */
export function MentionedText({ text, mentions, onMemberClick }: MentionedTextProps) {
  if (mentions.length === 0) return <LinkedText text={text} />
  const idOf = new Map(mentions.map(({ _id, username }) => [username, _id]))

  function withNames(words: string): ReactNode {
    return splitNames(words, idOf).map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change their order.
      <Fragment key={index}>
        {piece.id === undefined ? piece.text : nameLink(piece.id, piece.text)}
      </Fragment>
    ))
  }

  function nameLink(id: string, name: string) {
    function open(event: MouseEvent) {
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
      if (!onMemberClick || isElsewhere) return
      event.preventDefault()
      onMemberClick(id)
    }
    return (
      <Link
        to={generatePath(paths.member, { id })}
        onClick={open}
        dir="ltr"
        className="font-semibold hover:underline [unicode-bidi:isolate]"
      >
        {name}
      </Link>
    )
  }

  return <LinkedText text={text} words={withNames} />
}

function splitNames(words: string, idOf: ReadonlyMap<string, string>) {
  const pieces: { text: string; id?: string }[] = []
  let end = 0
  replaceNames(words, (name, start) => {
    const id = idOf.get(name)
    if (id !== undefined) {
      pieces.push({ text: words.slice(end, start) }, { text: `@${name}`, id })
      end = start + 1 + name.length
    }
    return ''
  })
  return [...pieces, { text: words.slice(end) }]
}
