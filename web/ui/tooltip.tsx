import {
  type ComponentProps,
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { optionalChunk } from '../platform/lazy-chunk.ts'
import { useLongPress } from './emoji/long-press.ts'
import { loadTooltip } from './load-tooltip.ts'

const TooltipOverlay = optionalChunk(loadTooltip, 'TooltipOverlay')

const OPEN_AFTER_MS = 600
/** Long enough for the pointer to come from the child to the words. */
const CLOSE_AFTER_MS = 120

type ChildProps = ComponentProps<'button'>

interface TooltipProps {
  /** A few words; never the only place something is said, as touch has no hover. */
  text: ReactNode
  /** One focusable element that accepts native attributes. */
  children: ReactElement<ChildProps>
  /** Shown on a long press as well; a press of the child leaves it open. */
  hasLongPress?: boolean
}

/** Explains its child on hover and on keyboard focus. */
export function Tooltip({ text, children, hasLongPress = false }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element>()
  const [isOpen, setIsOpen] = useState(false)
  const later = useTimer()
  const show = (child: Element) => {
    later.stop()
    setAnchor(child)
    setIsOpen(true)
  }
  const hide = () => {
    later.stop()
    setIsOpen(false)
  }
  const handlers = {
    onPointerEnter({ pointerType, currentTarget }: PointerEvent<HTMLButtonElement>) {
      if (pointerType === 'mouse') later.start(() => show(currentTarget), OPEN_AFTER_MS)
    },
    onPointerLeave({ pointerType }: PointerEvent<HTMLButtonElement>) {
      if (pointerType === 'mouse') later.start(hide, CLOSE_AFTER_MS)
    },
    onFocus({ currentTarget }: FocusEvent<HTMLButtonElement>) {
      if (currentTarget.matches(':focus-visible')) show(currentTarget)
    },
    onBlur: hide,
    ...(!hasLongPress && { onPointerDown: hide, onClick: hide }),
  }
  const longPress = useLongPress(show)
  const touched = hasLongPress ? withBoth(children.props, longPress) : children.props
  return (
    <>
      {cloneElement(children, withBoth(touched, handlers))}
      {anchor && (
        <Suspense>
          <TooltipOverlay
            text={text}
            anchor={anchor}
            isOpen={isOpen}
            onClose={hide}
            onReach={later.stop}
            onLeave={hide}
          />
        </Suspense>
      )}
    </>
  )
}

function useTimer() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    stop,
    start(act: () => void, ms: number) {
      stop()
      timer.current = setTimeout(act, ms)
    },
  }
}

type Handlers = Record<string, (event: never) => void>

/** The child's own handlers go first. */
function withBoth(props: ChildProps, handlers: Handlers): ChildProps {
  const all: Record<string, unknown> = { ...props }
  for (const [name, handle] of Object.entries(handlers)) {
    const own = all[name] as ((event: unknown) => void) | undefined
    all[name] = (event: never) => {
      own?.(event)
      handle(event)
    }
  }
  return all
}
