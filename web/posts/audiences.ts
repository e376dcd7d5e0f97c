import { Globe, Users } from 'lucide-react'

/** For whom a post is, as its card and the composer say it. */
export const AUDIENCES = {
  public: { label: 'Public', Icon: Globe },
  friends: { label: 'Friends', Icon: Users },
}
