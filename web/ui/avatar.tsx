import clsx from 'clsx'
import { type CSSProperties, useState } from 'react'

const SIZES = {
  small: 'size-8 text-xs',
  medium: 'size-10 text-sm',
  large: 'size-14 text-lg',
  huge: 'size-24 text-3xl',
  giant: 'size-28 text-4xl sm:size-32',
}

interface AvatarProps {
  name: string
  photoUrl?: string | null | undefined
  size?: keyof typeof SIZES | undefined
}

/** A person's photo, else initials on a colour of their own. Decorative: the name stands beside. */
export function Avatar({ name, photoUrl, size = 'medium' }: AvatarProps) {
  return (
    <span
      aria-hidden
      style={{ '--avatar-hue': hueOf(name) } as CSSProperties}
      className={clsx(
        'avatar-tone relative inline-flex shrink-0 select-none items-center justify-center overflow-hidden rounded-full font-semibold',
        SIZES[size],
      )}
    >
      {photoUrl && <Photo key={photoUrl} url={photoUrl} />}
      {initialsOf(name)}
    </span>
  )
}

/** Lies over the initials as soon as it is there. */
function Photo({ url }: { url: string }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      onLoad={() => setIsShown(true)}
      onError={() => setIsShown(false)}
      className={clsx(
        'avatar-tone absolute inset-0 size-full object-cover',
        !isShown && 'opacity-0',
      )}
    />
  )
}

function hueOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360_007
  return hash % 360
}

function initialsOf(name: string): string {
  const words = name.split(/[\s_]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0])
    .join('')
    .toUpperCase()
}
