import { Camera } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { IMAGE_ACCEPT } from '../../../contract/posts.ts'
import { useObjectUrl } from '../../platform/files/object-url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { CropDialog } from './crop-dialog.tsx'
import type { ProfileForm } from './use-profile-form.ts'

interface PhotoChoiceProps {
  user: CurrentUser
  form: ProfileForm
}

/** The photo as it is, and the way to another one, which is saved with the profile. */
export function PhotoChoice({ user, form }: PhotoChoiceProps) {
  const [toCrop, setToCrop] = useState<File | null>(null)
  const { photo, errors, isSaving } = form
  const previewUrl = useObjectUrl(photo)

  function choose(files: File[]) {
    const [file] = files
    if (file && form.acceptsChoice(files)) setToCrop(file)
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={user.username} photoUrl={previewUrl ?? user.profilePhoto} size="huge" />
        <div className="flex min-w-0 flex-col items-start gap-2">
          <FileButton
            label="Profile photo"
            accept={IMAGE_ACCEPT}
            disabled={isSaving}
            onChoose={choose}
          >
            <Camera aria-hidden className="size-4.5" />
            {user.profilePhoto === null ? 'Add photo' : 'Change photo'}
          </FileButton>
          {photo && !isSaving && <Button onClick={form.dropPhoto}>Keep the old one</Button>}
        </div>
      </div>
      {photo && !isSaving && (
        <p role="status" className="text-ink-soft text-sm">
          The new photo is saved with your profile.
        </p>
      )}
      {errors.profilePhoto && (
        <p role="alert" className="text-danger text-sm">
          {errors.profilePhoto}
        </p>
      )}
      <CropDialog
        file={toCrop}
        onClose={() => setToCrop(null)}
        onUse={(chosen) => {
          setToCrop(null)
          form.takePhoto(chosen)
        }}
      />
    </div>
  )
}
