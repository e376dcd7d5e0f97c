import { Camera } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { IMAGE_ACCEPT } from '../../../contract/posts.ts'
import { MESSAGES } from '../../../contract/profile.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { sessionSignal } from '../../platform/token-store.ts'
import { useSaveProfile } from '../../profile/settings/api.ts'
import { choiceProblem, photoProblem } from '../../profile/settings/photo-file.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useUser } from '../session.tsx'

const CropDialog = lazyChunk(() => import('../../profile/crop-photo.tsx'), 'CropDialog')

export function PhotoStep() {
  const { username, profilePhoto } = useUser()
  const [toCrop, setToCrop] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState(0)
  const { mutateAsync, isPending } = useSaveProfile()
  const place = useRef<HTMLDivElement>(null)
  const toast = useToast()

  function choose(files: File[]) {
    const refused = choiceProblem(files)
    setProblem(refused)
    if (!refused) setToCrop(files[0] ?? null)
  }

  async function save(photo: File) {
    setToCrop(null)
    const refused = photoProblem(photo)
    setProblem(refused)
    if (refused) return
    setProgress(0)
    const session = sessionSignal()
    const stop = new AbortController().signal
    try {
      await mutateAsync({ fields: {}, photo, stop, onProgress: setProgress })
    } catch (error) {
      if (session.aborted) return
      // Who has left is told where they are.
      const tell = place.current ? setProblem : toast.alert
      tell(errorMessage(error, MESSAGES.profileFailed))
    }
  }

  return (
    <div ref={place} className="flex flex-wrap items-center gap-3">
      <Avatar name={username} photoUrl={profilePhoto} size="large" />
      <FileButton label="Profile photo" accept={IMAGE_ACCEPT} busy={isPending} onChoose={choose}>
        <Camera aria-hidden className="size-4.5" />
        {profilePhoto === null ? 'Add photo' : 'Change photo'}
      </FileButton>
      {isPending && (
        <div className="w-full">
          <ProgressBar label="Uploading photo" value={progress < 1 ? progress : null} />
        </div>
      )}
      {problem && (
        <p role="alert" className="w-full text-danger text-sm">
          {problem}
        </p>
      )}
      {toCrop && (
        <Suspense>
          <CropDialog file={toCrop} onClose={() => setToCrop(null)} onUse={save} />
        </Suspense>
      )}
    </div>
  )
}
