import * as contract from '../../contract/community.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { DEFAULT_PRIVACY } from './default-privacy.ts'
import { presentCommunity } from './present.ts'

// The community as everybody sees it, before they are let in, too. It is changed in `admin`.

const route = routesOf({ name: 'Community', description: 'The community and what holds in it.' })

export function communityRoutes(app: ApiRoutes, { community }: Services) {
  app.get(
    '/community',
    route({
      audience: 'anyone',
      limit: GENERAL,
      operationId: 'readCommunity',
      summary: 'Read what the community is called, what it is about and who may come in',
      response: { 200: contract.community },
    }),
    async () => presentCommunity(await community.read()),
  )

  app.get(
    '/community/announcement',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readAnnouncement',
      summary: 'Read what administrators announce',
      response: { 200: contract.announcement },
    }),
    async () => ({ text: (await community.read()).announcement }),
  )

  app.get(
    '/community/pages/:page',
    route({
      audience: 'anyone',
      limit: GENERAL,
      operationId: 'readCommunityPage',
      summary: 'Read the imprint, the terms or how privacy is kept',
      params: contract.communityPageParams,
      response: { 200: contract.communityPage },
    }),
    async (request) => {
      const { page } = request.params
      const settings = await community.read()
      const text = page === 'privacy' && !settings.privacy ? DEFAULT_PRIVACY : settings[page]
      if (text === '') throw new HttpError('not_found', contract.MESSAGES.pageMissing)
      return { text }
    },
  )
}
