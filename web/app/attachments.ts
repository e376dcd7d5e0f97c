import { useState } from 'react'
import { IMAGE_ALT_FIELDS } from '../../contract/posts.ts'
import { useDraftFields } from '../platform/drafts.ts'
import { useDraftImages } from './draft-images.ts'

/** The pictures that go with the message being written, and what each shows in words. */
export function useAttachments(spaceId: string) {
  const { images, areImagesKept, setImages } = useDraftImages(`message-${spaceId}-images`)
  const [alts, setAlt, clearAlts] = useDraftFields(`message-${spaceId}`, IMAGE_ALT_FIELDS)
  const [chosen, setChosen] = useState<File[]>([])
  const [sentCount, setSentCount] = useState(0)
  return {
    ...{ images, areImagesKept, setImages, alts, setAlt },
    /** Not looked at yet: that takes code which is fetched when it is first needed. */
    chosen,
    choose: (files: Iterable<File>) => setChosen([...chosen, ...files]),
    clearChosen: () => setChosen([]),
    sentCount,
    clear() {
      clearAlts()
      setSentCount(sentCount + 1)
      if (images.length > 0) void setImages([])
    },
  }
}

export type Attachments = ReturnType<typeof useAttachments>
