import clsx from 'clsx'
import {
  ArrowLeft,
  ChevronRight,
  CircleUserRound,
  Database,
  LockKeyhole,
  type LucideIcon,
  Palette,
  ShieldCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { paths } from '../app/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Page } from '../ui/page.tsx'

interface Part {
  path: string
  label: string
  about: string
  Icon: LucideIcon
}

const PARTS: readonly Part[] = [
  {
    path: paths.profile,
    label: 'Profile',
    about: 'Photo, name, words, squad',
    Icon: CircleUserRound,
  },
  { path: paths.appearance, label: 'Appearance', about: 'Day, night, motion', Icon: Palette },
  {
    path: paths.privacy,
    label: 'Privacy',
    about: 'My posts, blocked people',
    Icon: LockKeyhole,
  },
  {
    path: paths.security,
    label: 'Account safety',
    about: 'Devices, password, email',
    Icon: ShieldCheck,
  },
  { path: paths.data, label: 'My data', about: 'What is kept, and its end', Icon: Database },
]

interface SettingsPageProps {
  title: string
  children: ReactNode
}

/**
 * One part of a member's settings, each at an address of its own. Where there is room, all of them
 * stand beside it; a phone lists them on the first and leads back there from the others.
 */
export function SettingsPage({ title, children }: SettingsPageProps) {
  const isFirst = useLocation().pathname === paths.profile
  return (
    <Page title={title} width="sided">
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
        <nav aria-label="Settings" className={clsx('mb-6 lg:mb-0', !isFirst && 'max-lg:hidden')}>
          <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface-raised max-lg:divide-y max-lg:divide-line lg:sticky lg:top-22 lg:gap-1 lg:border-0 lg:bg-transparent">
            {PARTS.map((part) => (
              <li key={part.path} className={clsx(part.path === paths.profile && 'max-lg:hidden')}>
                <PartLink {...part} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-col gap-6">
          {!isFirst && (
            <div className="lg:hidden">
              <ButtonLink to={paths.profile}>
                <ArrowLeft aria-hidden className="size-4.5 rtl:-scale-x-100" />
                Profile Settings
              </ButtonLink>
            </div>
          )}
          {children}
        </div>
      </div>
    </Page>
  )
}

function PartLink({ path, label, about, Icon }: Part) {
  return (
    <NavLink
      to={path}
      end
      className="flex min-h-12 items-center gap-3 px-4 py-2 -outline-offset-2 transition-colors duration-150 hover:bg-surface-hover lg:rounded-control lg:px-3 lg:aria-[current=page]:bg-ember-soft lg:aria-[current=page]:text-ember"
    >
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        <span className="block text-ink-soft text-sm">{about}</span>
      </span>
      <ChevronRight aria-hidden className="size-4.5 text-ink-soft lg:hidden rtl:-scale-x-100" />
    </NavLink>
  )
}
