import type { Post } from '../../contract/posts.ts'
import type { Services } from '../services.ts'
import type { ShownPostRow } from './queries.ts'

/** A post as its viewer gets it; its picture's addresses are signed for the moment. */
export function presentPost({ images }: Pick<Services, 'images'>, row: ShownPostRow): Post {
  return {
    _id: row.id,
    user: {
      _id: row.author_id,
      username: row.username,
      userNumber: row.user_number,
      profilePhoto: images.photoUrl(row.photo_image_id),
    },
    text: row.text,
    image: presentImage(images, row),
    audience: row.is_private === 1 ? 'friends' : 'public',
    createdAt: new Date(row.created_at).toISOString(),
    likes: [],
    dislikes: [],
    vibes: [],
    likeCount: 0,
    dislikeCount: 0,
    commentCount: 0,
  }
}

function presentImage(images: Services['images'], row: ShownPostRow): Post['image'] {
  const { image_id: id, image_width: width, image_height: height } = row
  const { image_placeholder: placeholder, image_widths: widths } = row
  if (id === null || width === null || height === null || placeholder === null || widths === null)
    return null
  return { ...images.shown({ id, width, height, placeholder, widths }), alt: row.image_alt }
}
