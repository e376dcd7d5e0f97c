import type { KeyboardEvent } from 'react'

/**
 * The key chooses a word of an input method. Safari ends the composition before the key that ended
 * it is told, which only its code says then.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229
