import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** Where links lead to it. */
  id?: string
  children: ReactNode
}

export function Section({ title, id, children }: SectionProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={titleId}
      className="flex scroll-mt-20 flex-col gap-4 rounded-card border border-line bg-surface-raised p-4 outline-none sm:p-6"
    >
      <h2 id={titleId} className="font-semibold font-serif text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
