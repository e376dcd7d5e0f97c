import clsx from 'clsx'
import type { CSSProperties } from 'react'
import { accentColors } from '../../contract/accent.ts'
import type { CommunitySettings } from '../../contract/community-settings.ts'
import { buttonClasses } from '../ui/button-style.ts'

const THEMES = [
  { label: 'By day', className: '[color-scheme:light]' },
  { label: 'By night', className: '[color-scheme:dark]' },
]

interface BrandingPreviewProps {
  branding: Pick<CommunitySettings, 'name' | 'tagline' | 'accent'>
  logoUrl: string | null
}

/**
 * How the name, the logo and the colours will look, in both themes, before anybody else sees it.
 */
export function BrandingPreview({ branding, logoUrl }: BrandingPreviewProps) {
  const { name, tagline, accent } = branding
  return (
    <section aria-label="How it will look" className="grid gap-3 sm:grid-cols-2">
      {THEMES.map(({ label, className }) => (
        <div
          key={label}
          style={accentStyle(accent)}
          className={clsx('rounded-card border border-line bg-surface p-4 text-ink', className)}
        >
          <p className="text-ink-soft text-sm">{label}</p>
          <p className="flex items-center gap-2 font-semibold font-serif text-ember text-xl">
            {logoUrl && (
              <img src={logoUrl} alt="" className="size-7 shrink-0 rounded-[25%] object-contain" />
            )}
            <span className="truncate">{name || '…'}</span>
          </p>
          <p className="wrap-anywhere text-ink-soft text-sm">{tagline}</p>
          <p className="my-3 w-fit rounded-control bg-ember-soft px-3 py-1 text-ember text-sm">
            A chosen tab
          </p>
          <span className={buttonClasses({ variant: 'primary', size: 'small' })}>A button</span>
        </div>
      ))}
    </section>
  )
}

/** Nothing while the colour is being typed or is Snug's own. */
function accentStyle(accent: string): CSSProperties {
  if (!/^#[0-9a-f]{6}$/.test(accent)) return {}
  return Object.fromEntries(
    Object.entries(accentColors(accent)).map(([name, [day, night]]) => [
      `--color-${name}`,
      `light-dark(${day}, ${night})`,
    ]),
  )
}
