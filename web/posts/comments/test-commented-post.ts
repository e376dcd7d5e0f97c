/** For tests: a post of Ben with two comments, and what is seen below it. */
import { screen, within } from '@testing-library/react'
import { MESSAGES as POST_MESSAGES } from '../../../contract/posts.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { postBy } from '../../app/test-posts.ts'
import { errorReply } from '../../platform/fake-server.ts'
import { commentBy } from './test-comments.ts'

export const FRIENDS = 'GET /posts/friends'
export let soup = postBy(ben, 'Soup is on.')
export let READ = ''
export let ADD = ''

export function prepareCommentedPost() {
  soup = postBy(ben, 'Soup is on.', { commentCount: 2 })
  READ = `GET /posts/${soup._id}/comments`
  ADD = `POST /posts/${soup._id}/comments`
}

export const REFUSED = errorReply(500, 'internal_error', '')
export const MISSING = errorReply(404, 'not_found', POST_MESSAGES.postMissing)
export const first = commentBy(ben, 'First.')
export const second = commentBy(ada, 'Second.')

export const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your comment')

export const shown = () =>
  within(screen.getByRole('list', { name: 'Comments, oldest first' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p[dir]')?.textContent)
