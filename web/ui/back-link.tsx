import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ButtonLink } from './button-link.tsx'

interface BackLinkProps {
  /** Where it leads for whoever came here from outside. */
  to: string
}

export function BackLink({ to }: BackLinkProps) {
  const navigate = useNavigate()
  const isFirstPlace = useLocation().key === 'default'

  function goBack(event: MouseEvent) {
    if (isFirstPlace || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <ButtonLink to={to} onClick={goBack} size="small" className="mb-3">
      <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      Back
    </ButtonLink>
  )
}
