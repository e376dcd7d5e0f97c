import {
  CircleUserRound,
  House,
  type LucideIcon,
  ShieldCheck,
  Sofa,
  SquarePen,
  Users,
} from 'lucide-react'
import { paths } from './paths.ts'

export interface Destination {
  path: string
  label: string
  Icon: LucideIcon
}

const home = { path: paths.home, label: 'Home', Icon: House }
const friends = { path: paths.friends, label: 'Friends', Icon: Users }
const spaces = { path: paths.spaces, label: 'Spaces', Icon: Sofa }
const createPost = { path: paths.createPost, label: 'Create Post', Icon: SquarePen }

export const profile: Destination = { path: paths.profile, label: 'Profile', Icon: CircleUserRound }
export const admin: Destination = { path: paths.admin, label: 'Admin', Icon: ShieldCheck }

export const topBarDestinations: readonly Destination[] = [
  home,
  createPost,
  friends,
  spaces,
  profile,
]

export const bottomBarDestinations: readonly Destination[] = [
  home,
  { ...createPost, label: 'Create' },
  friends,
  spaces,
]
