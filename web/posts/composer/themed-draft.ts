import { useEffect, useEffectEvent, useState } from 'react'
import type { PostFields } from '../../../contract/posts.ts'
import { promptOf } from '../../../contract/theme.ts'
import { usePostDraft } from './post-draft.ts'
import type { PostTheme } from './post-theme.ts'

/**
 * The draft, and what it is about: the theme that was `given` as the composer was opened, else the
 * one that what is written was begun about. `opening` is another text each time that one is given.
 */
export function useThemedDraft(given: PostTheme | undefined, opening: string) {
  const { setField, changeImages, ...draft } = usePostDraft()
  const { fields, images } = draft
  /** Empty once it was taken off; undefined while it is the draft's. */
  const [chosen, setChosen] = useState({ opening, date: given?.date })
  if (given && chosen.opening !== opening) setChosen({ opening, date: given.date })
  const date = chosen.date ?? fields.themeDate

  /** Where nothing is left, what is written next is about what it will be. */
  function keepTheme(isBegun: boolean) {
    setChosen({ ...chosen, date })
    setField('themeDate', isBegun ? date : '')
  }

  const keepGiven = useEffectEvent(() => {
    if (given && fields.text !== '') setField('themeDate', given.date)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => keepGiven(), [opening])

  return {
    ...draft,
    theme: date === '' ? undefined : { date, prompt: promptIn(given, date) },

    setField(name: keyof PostFields, text: string) {
      setField(name, text)
      if (name === 'themeDate') setChosen({ ...chosen, date: text })
      else keepTheme((name === 'text' ? text : fields.text) !== '' || images.length > 0)
    },

    changeImages(next: File[]) {
      keepTheme(fields.text !== '' || next.length > 0)
      changeImages(next)
    },
  }
}

function promptIn(given: PostTheme | undefined, date: string): string {
  return given?.date === date ? given.prompt : promptOf(date)
}
