import { type Id, newId } from '../server/platform/ids.ts'

// Rows of a member that no call leaves without a device or an administrator.

export const passkeyRow = (userId: Id, name: string) => ({
  ...{ id: newId(), user_id: userId, credential_id: name, public_key: name, sign_count: 0 },
  ...{ transports: '[]', works_at: 'snug.example.org', name, created_at: 0 },
  last_used_at: null,
})

/** As if they had been an administrator. */
export const deletedPostAct = (adminId: Id) => ({
  id: newId(),
  admin_id: adminId,
  act: 'delete_post' as const,
  member_number: 1,
  reason: '',
  created_at: 0,
})
