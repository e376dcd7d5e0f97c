import type { Member } from '../test-server.ts'
import type { Scene } from './scene.ts'

/** Where a route of the matrix is called: what stands for each part of its path, and its query. */
export function addressOf(scene: Scene, route: string): string {
  const { ids, verifyLink, resetLink, removalLink, inviteCode } = scene
  const mailedLink = route.startsWith('DELETE') ? removalLink : verifyLink
  const path = route.slice(route.indexOf('/api') + '/api'.length)
  return path
    .replace(':token', path.includes('/verify/') ? mailedLink : resetLink)
    .replace(':code', inviteCode)
    .replace(':spaceId', ids.den)
    .replace(':page', 'privacy')
    .replace(':viewer', 'public')
    .replace(':messageId', ids.message)
    .replace(':removalId', ids.removal)
    .replace(':date', '2026-01-15')
    .replace(':commentId', ids.comment)
    .replace(':reportId', ids.spaceReport)
    .replace(':userId', ids.guest)
    .replace(':id', idIn(path, ids))
    .replace(/search$/, 'search?q=e')
    .replace(/posts\/(cards|comments)$/, `posts/$1?ids=${ids.post}`)
    .replace(/(messages.*reactions)$/, '$1?emoji=🫖')
    .replace(/mentionable$/, `mentionable?postId=${ids.post}`)
    .replace(
      /^(\/admin\/(?:comment|message|space|mails)\/\w+|\/admin\/user\/\w+\/\w+)$/,
      '$1?reason=Tea',
    )
}

function idIn(path: string, ids: Scene['ids']): string {
  if (path.startsWith('/notifications')) return ids.notification
  if (path.startsWith('/join-requests')) return ids.request
  if (path.startsWith('/spaces')) return ids.den
  if (path.startsWith('/conversations'))
    return /(accept|dismiss)$/.test(path) ? ids.pair : ids.group
  if (path.startsWith('/invites')) return ids.invite
  if (path.startsWith('/admin/waiting')) return ids.applicant
  if (path.startsWith('/admin/reports')) return ids.report
  if (path.startsWith('/admin/mails')) return ids.mail
  if (/^\/admin\/user\/:id\/(lift|answer)$/.test(path)) return ids.suspended
  if (path.startsWith('/admin/user')) return ids.guest
  if (path.startsWith('/admin/space')) return ids.den
  if (path.startsWith('/admin/comment')) return ids.comment
  if (path.startsWith('/admin/acts')) return ids.act
  if (path.startsWith('/admin/message')) return ids.message
  return path.startsWith('/users') ? ids.owner : ids.post
}

/**
 * What must have happened between the two before: who is asked for in the path asked, or was. Tells
 * whether there is such a thing.
 */
export async function prepare({ server, people, ids }: Scene, route: string, as: Member) {
  const asks = (asking: Member, id: string) =>
    server.call('POST', `/users/friend-request/${id}`, { as: asking })
  if (/friend-request\/:id\/(accept|reject)$/.test(route)) await asks(people.owner, as.user._id)
  else if (route === 'DELETE /api/users/friend-request/:id') await asks(as, ids.owner)
  else return false
  return true
}
