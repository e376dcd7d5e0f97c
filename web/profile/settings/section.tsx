import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  children: ReactNode
}

/** One matter of the settings, under its name. */
export function Section({ title, children }: SectionProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface-raised p-4 sm:p-6"
    >
      <h2 id={titleId} className="font-semibold font-serif text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
