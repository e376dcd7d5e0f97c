import { api } from '../../platform/api-client.ts'

export async function inviteToSpace(spaceId: string, userIds: string[]): Promise<void> {
  await api.post(`/spaces/${spaceId}/invitations`, { userIds })
}
