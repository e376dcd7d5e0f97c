import { useMemo } from 'react'
import { MESSAGES } from '../../contract/posts.ts'
import { PostPages } from './post-pages.tsx'

export function MemberPosts({ memberId }: { memberId: string }) {
  const source = useMemo(() => ({ memberId }), [memberId])
  return <PostPages source={source} empty={MESSAGES.memberEmpty} />
}
