import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MESSAGES as POST_MESSAGES } from '../../contract/posts.ts'
import { MESSAGES } from '../../contract/spaces.ts'
import { altsInOrder, placesWithout, placesWithUp } from '../posts/composer/image-order.ts'
import { withFileName, withImages } from '../posts/composer/image-problem.ts'
import type { Attachments } from './attachments.ts'

/** Takes in what was chosen, as far as it can go, and lets it be arranged. */
export function useAttachmentChanges(attachments: Attachments) {
  const { images, alts, chosen, setAlt, setImages, clearChosen } = attachments
  const [problem, setProblem] = useState<string>()
  const taken = useRef<File[]>(undefined)
  const take = useEffectEvent(() => {
    const next = withImages(images, chosen, {
      imagesMany: MESSAGES.imagesMany,
      imagesTooLarge: MESSAGES.imagesTooLarge,
    })
    setProblem(next.problem)
    if (next.images.length > images.length) void setImages(next.images)
    clearChosen()
  })
  useEffect(() => {
    if (chosen.length === 0 || taken.current === chosen) return
    taken.current = chosen
    take()
  }, [chosen])

  function arrange(places: number[], found?: string) {
    for (const [name, alt] of altsInOrder(alts, places)) setAlt(name, alt)
    void setImages(places.flatMap((place) => images[place] ?? []))
    setProblem(found)
  }

  return {
    problem,
    removeImage: (place: number) => arrange(placesWithout(images.length, place)),
    moveImageUp: (place: number) => arrange(placesWithUp(images.length, place)),
    /** The browser found that it is none, whatever it is called. */
    refuseImage(place: number) {
      const image = images[place]
      if (!image) return
      const found = withFileName(image, images.length, POST_MESSAGES.notAnImage)
      arrange(placesWithout(images.length, place), found)
    },
  }
}
