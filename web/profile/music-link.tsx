import { ExternalLink } from 'lucide-react'

/** Leads out of Snug: a new tab, which learns nothing of where it was opened from. */
export function MusicLink({ address }: { address: URL }) {
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex max-w-full items-center gap-1.5 py-1 text-ember underline underline-offset-2"
    >
      <span className="truncate">{address.host + address.pathname}</span>
      <ExternalLink aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}

/** What a member gave as their music link, if it is an address that may be followed. */
export function musicAddress(link: string): URL | undefined {
  if (!URL.canParse(link)) return undefined
  const address = new URL(link)
  return address.protocol === 'https:' ? address : undefined
}
