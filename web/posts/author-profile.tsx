import { useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { memberDialogs } from '../app/member-dialogs.ts'
import { paths } from '../app/paths.ts'
import { useUser } from '../app/session.tsx'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { LazyDialog } from '../ui/lazy-dialog.tsx'

const ProfileModal = lazyChunk(memberDialogs.profile, 'ProfileModal')

/** A press on an author's name opens their card here; on one's own it leads to one's own page. */
export function useAuthorProfile() {
  const { _id: viewerId } = useUser()
  const navigate = useNavigate()
  const [authorId, setAuthorId] = useState<string>()

  function openProfile(userId: string) {
    if (userId === viewerId) void navigate(generatePath(paths.member, { id: userId }))
    else setAuthorId(userId)
  }

  const close = () => setAuthorId(undefined)
  const profileModal = (
    <LazyDialog isOpen={authorId !== undefined} onClose={close}>
      <ProfileModal userId={authorId} onClose={close} />
    </LazyDialog>
  )
  return { openProfile, profileModal }
}
