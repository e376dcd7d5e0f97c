import clsx from 'clsx'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Mention } from '../../contract/mentions.ts'
import type { ImageAltField, PostFields } from '../../contract/posts.ts'
import { MentionedText } from '../app/mentions/mentioned-text.tsx'

/** A text only a little longer is shown whole: a button would save nothing. */
const LINES_ALLOWED = 15

/**
 * How a text last stood, so that coming back finds the feed as it was left, from its first paint.
 */
const lastSeen = new Map<string, { isLong: boolean; isOpen: boolean }>()

interface PostTextProps {
  postId: string
  /** All that is said in words; pictures, theme and audience stand apart. */
  words: Omit<PostFields, ImageAltField | 'noPreview' | 'themeDate' | 'audience'>
  mentions?: Mention[]
  onAuthorClick?: ((userId: string) => void) | undefined
}

const NOBODY: Mention[] = []

/** What was said, as it was typed; a very long text can be opened and closed. */
export function PostText(props: PostTextProps) {
  const { postId, words, mentions = NOBODY, onAuthorClick } = props
  const { text } = words
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isOpen, setIsOpen] = useState(lastSeen.get(postId)?.isOpen ?? false)
  const isLong = useIsLong(paragraph, text, lastSeen.get(postId)?.isLong ?? false)
  useEffect(() => {
    lastSeen.set(postId, { isLong, isOpen })
  }, [postId, isLong, isOpen])

  function toggle() {
    setIsOpen(!isOpen)
    if (isOpen) requestAnimationFrame(() => paragraph.current?.scrollIntoView({ block: 'nearest' }))
  }

  return (
    <div>
      <p
        ref={paragraph}
        dir="auto"
        className={clsx(
          'scroll-mt-18 whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]',
          isLong && !isOpen && 'line-clamp-12',
        )}
      >
        <MentionedText text={text} mentions={mentions} onMemberClick={onAuthorClick} />
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="-mb-2 min-h-11 font-semibold text-ember hover:underline sm:min-h-8"
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}

/**
 * Measured before the first paint and whenever the width changes: when the browser has laid out the
 * page, which to measure sooner would have it do in the midst of drawing.
 */
function useIsLong(
  paragraph: RefObject<HTMLParagraphElement | null>,
  text: string,
  guess: boolean,
): boolean {
  const [isLong, setIsLong] = useState(guess)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const element = paragraph.current
    if (!element || typeof ResizeObserver === 'undefined') return
    let shown = isLong
    let frame = 0
    const observer = new ResizeObserver(() => {
      const measured = linesOf(element) > LINES_ALLOWED
      if (measured === shown) return
      shown = measured
      // Its height is another now. To be told of that in this same frame would be an error.
      observer.unobserve(element)
      flushSync(() => setIsLong(measured))
      frame = requestAnimationFrame(() => observer.observe(element))
    })
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [paragraph, text])
  return isLong
}

/** The height of the whole text, clamped or not, in lines. */
function linesOf(element: HTMLElement): number {
  return element.scrollHeight / Number.parseFloat(getComputedStyle(element).lineHeight)
}
