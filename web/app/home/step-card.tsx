import clsx from 'clsx'
import { Check, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { LightIconButton } from '../../ui/light-icon-button.tsx'

export interface Step<Name extends string> {
  name: Name
  title: string
  isDone: boolean
}

interface StepCardProps<Name extends string> {
  title: string
  lead: string
  steps: Step<Name>[]
  openStep: Name | null
  onOpen: (name: Name | null) => void
  leaveLabel: string
  onLeave: () => void
  children: (name: Name) => ReactNode
}

/** A few small steps, each done in place, none asked for; at most one is open. */
export function StepCard<Name extends string>(props: StepCardProps<Name>) {
  const { title, lead, steps, openStep, onOpen, leaveLabel, onLeave, children } = props
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-card border border-line bg-surface-raised p-2 shadow-raised"
    >
      <header className="flex items-start gap-2 ps-3">
        <div className="min-w-0 flex-1 pt-2 pb-1">
          <h2 id={headingId} className="wrap-anywhere font-semibold font-serif text-lg">
            {title}
          </h2>
          <p className="text-ink-soft text-sm">{lead}</p>
        </div>
        <LightIconButton label={leaveLabel} icon={<X />} onClick={onLeave} />
      </header>
      <ol className="flex flex-col">
        {steps.map((step, index) => (
          <StepRow
            key={step.name}
            step={step}
            number={index + 1}
            isOpen={step.name === openStep}
            onToggle={() => onOpen(step.name === openStep ? null : step.name)}
          >
            {children}
          </StepRow>
        ))}
      </ol>
    </section>
  )
}

interface StepRowProps<Name extends string> {
  step: Step<Name>
  number: number
  isOpen: boolean
  onToggle: () => void
  children: (name: Name) => ReactNode
}

function StepRow<Name extends string>(props: StepRowProps<Name>) {
  const { step, number, isOpen, onToggle, children } = props
  const { name, title, isDone } = step
  const contentId = useId()
  return (
    <li>
      <button
        type="button"
        data-step={name}
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
        aria-label={isDone ? `${title}, done` : undefined}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start font-medium hover:bg-surface-hover"
      >
        <span
          aria-hidden
          className={clsx(
            'flex size-6 shrink-0 items-center justify-center rounded-full font-semibold text-xs transition-colors duration-200',
            isDone ? 'bg-success-soft text-success' : 'bg-quiet text-ink-soft',
          )}
        >
          {isDone ? <Check className="size-4" /> : number}
        </span>
        {title}
      </button>
      {isOpen && (
        <div id={contentId} className="pt-1 pe-3 pb-3 ps-3 sm:ps-12">
          {children(name)}
        </div>
      )}
    </li>
  )
}
