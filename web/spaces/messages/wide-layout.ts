import { useState } from 'react'
import { useMediaQuery } from '../../platform/media-query.ts'
import { localDevice } from '../../platform/web-storage.ts'

/** From here on an open space has my rooms and its people beside the conversation. */
const WIDE = '(width >= 1100px)'
const FOLDED_KEY = 'snug.about-space'

export function useIsWide(): boolean {
  return useMediaQuery(WIDE)
}

/**
 * Whether what there is to know about the space is in sight; beside the chat it stays as it was
 * left.
 */
export function useAboutState(isWide: boolean): [isOpen: boolean, toggle: () => void] {
  const [isOpenAbove, setIsOpenAbove] = useState(false)
  const [isOpenBeside, setIsOpenBeside] = useState(() => localDevice.get(FOLDED_KEY) !== 'folded')
  if (!isWide) return [isOpenAbove, () => setIsOpenAbove(!isOpenAbove)]
  return [
    isOpenBeside,
    () => {
      setIsOpenBeside(!isOpenBeside)
      if (isOpenBeside) localDevice.set(FOLDED_KEY, 'folded')
      else localDevice.remove(FOLDED_KEY)
    },
  ]
}
