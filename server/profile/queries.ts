import type { Queryable } from '../schema.ts'

/** A verified member's card; who never verified is not a member yet. */
export function findMember(db: Queryable, id: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'user_number',
      'photo_image_id',
      'about_me',
      'pet_preference',
      'currently_vibing_to',
      'currently_vibing_to_spotify',
      'is_private',
      'created_at',
    ])
    .where('id', '=', id)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
}

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>
