import { routesOf } from '../platform/http/route.ts'

export const route = routesOf({
  name: 'Profiles',
  description: 'What members show of themselves.',
})
