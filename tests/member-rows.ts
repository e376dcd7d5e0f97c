import { type Id, newId } from '../server/platform/ids.ts'

// Rows that no call leaves, or not without a device or an administrator.

/** Somebody who joined long ago, without the way through the door: nobody signs in as them. */
export const memberRow = (username: string, userNumber: number, id = newId()) => ({
  ...{ id, username, username_key: username.toLowerCase(), user_number: userNumber },
  ...{ email: `${username}@example.org`, email_key: `${username}@example.org`.toLowerCase() },
  ...{ password_hash: '', is_admin: 0, is_private: 0, photo_image_id: null, about_me: '' },
  ...{ pet_preference: '', currently_vibing_to: '', currently_vibing_to_spotify: '' },
  ...{ verified_at: 1, created_at: 1 },
})

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
