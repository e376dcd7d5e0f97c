import type { Author } from '../../contract/author.ts'
import { Avatar } from '../ui/avatar.tsx'

export const CHIP_CLASSES =
  'inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-quiet p-1 pe-3 font-medium text-sm transition-colors duration-150 hover:bg-quiet-hover sm:min-h-10'

export function MemberChip({ member: { username, profilePhoto } }: { member: Author }) {
  return (
    <>
      <Avatar name={username} photoUrl={profilePhoto} size="small" />
      <span className="truncate">{username}</span>
    </>
  )
}
