import { ExternalLink } from 'lucide-react'

/** Leads out of Snug: a new tab, which learns nothing of where it was opened from. */
export function MusicLink({ url }: { url: URL }) {
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex max-w-full items-center gap-1.5 py-1 text-ember underline underline-offset-2"
    >
      <span className="truncate">{url.host + url.pathname}</span>
      <ExternalLink aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}

/** What a member gave as their music link, if it is an address that may be followed. */
export function musicUrl(link: string): URL | undefined {
  if (!URL.canParse(link)) return undefined
  const url = new URL(link)
  return url.protocol === 'https:' ? url : undefined
}
