import { LinkedText } from './linked-text.tsx'
import { type Block, splitBlocks, splitNamedLinks } from './rich-text-blocks.ts'

/** A longer text with its paragraphs, headings, lists and links. */
export function RichText({ text }: { text: string }) {
  return (
    <div dir="auto" className="wrap-anywhere flex flex-col gap-4 leading-relaxed">
      {splitBlocks(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text never change their order
        <BlockOf key={index} block={block} />
      ))}
    </div>
  )
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === 'heading')
    return <h2 className="mt-4 font-semibold font-serif text-xl">{block.text}</h2>
  if (block.kind === 'paragraph')
    return (
      <p className="whitespace-pre-line">
        <Line text={block.text} />
      </p>
    )
  const List = block.isNumbered ? 'ol' : 'ul'
  return (
    <List className={`flex flex-col gap-2 ps-6 ${block.isNumbered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={index}>
          <Line text={item} />
        </li>
      ))}
    </List>
  )
}

function Line({ text }: { text: string }) {
  return splitNamedLinks(text).map((piece, index) =>
    piece.href === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <LinkedText key={index} text={piece.text} />
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        key={index}
        href={piece.href}
        // A name may say anything: here is where it leads.
        title={piece.href}
        rel="noopener noreferrer nofollow"
        className="text-ember underline underline-offset-2"
      >
        {piece.text}
      </a>
    ),
  )
}
