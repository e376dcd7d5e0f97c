import { Globe, Heart, Users } from 'lucide-react'

/** For whom a post is, in one word. */
export const AUDIENCES = {
  public: { label: 'Public', Icon: Globe },
  friends: { label: 'Friends', Icon: Users },
  squad: { label: 'Squad', Icon: Heart },
}
