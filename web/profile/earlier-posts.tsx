import { Suspense, useRef, useState } from 'react'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { countEarlierPosts, type PrivacyChoice } from './settings/api.ts'

const EarlierPostsDialog = lazyChunk(
  () => import('./earlier-posts-dialog.tsx'),
  'EarlierPostsDialog',
)

interface PrivacyChoiceOptions {
  save: (choice: PrivacyChoice) => void
  /** It could not be asked how many there are. */
  onFailed: (error: unknown) => void
}

/** Where the profile opens, it asks first what becomes of the posts written meanwhile. */
export function usePrivacyChoice({ save, onFailed }: PrivacyChoiceOptions) {
  const [count, setCount] = useState(0)
  /** Of several choices in quick succession the last one counts. */
  const choices = useRef(0)

  async function choose(isPrivate: boolean) {
    const choice = ++choices.current
    if (isPrivate) return save({ isPrivate })
    try {
      const earlierPosts = await countEarlierPosts()
      if (choice !== choices.current) return
      if (earlierPosts === 0) return save({ isPrivate })
      setCount(earlierPosts)
    } catch (error) {
      onFailed(error)
    }
  }

  function answer(choice: PrivacyChoice) {
    setCount(0)
    save(choice)
  }

  const dialog = count > 0 && (
    <Suspense>
      <EarlierPostsDialog count={count} onAnswer={answer} onClose={() => setCount(0)} />
    </Suspense>
  )
  return { choose, dialog }
}
