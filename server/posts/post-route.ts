import { routesOf } from '../platform/http/route.ts'

export const route = routesOf({
  name: 'Posts',
  description: 'Posts, the feeds, and what others make of them.',
})
