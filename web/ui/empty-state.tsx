import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  title?: string | undefined
  /** The sentence that says why there is nothing, and what would change that. */
  text: string
  action?: ReactNode
}

/** What stands where a list would be, when there is nothing to list. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      {icon && (
        <div
          aria-hidden
          className="flex size-16 items-center justify-center rounded-full bg-ember-soft text-ember [&_svg]:size-7"
        >
          {icon}
        </div>
      )}
      {title && <h2 className="font-semibold font-serif text-lg">{title}</h2>}
      <p className="max-w-prose text-balance text-ink-soft">{text}</p>
      {action}
    </div>
  )
}
