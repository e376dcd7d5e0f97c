import { queryOptions } from '@tanstack/react-query'
import { communityPage, type LegalPage } from '../../contract/community.ts'
import { queryKeys } from '../app/query-keys.ts'
import { api } from '../platform/api-client.ts'

export function legalPageOptions(page: LegalPage) {
  return queryOptions({
    queryKey: [...queryKeys.community, page],
    queryFn: async ({ signal }) =>
      communityPage.parse(await api.get(`/community/pages/${page}`, { signal })),
  })
}
