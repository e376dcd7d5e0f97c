import { useInfiniteQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check, X } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { discoverOptions } from '../../friends/api.ts'
import { optionalChunk } from '../../platform/lazy-chunk.ts'
import { LightIconButton } from '../../ui/light-icon-button.tsx'
import { relationToDiscovered } from '../friendship/relation.ts'
import { useUser } from '../session.tsx'
import type { StepName } from './first-step-contents.tsx'

const FirstStepContent = optionalChunk(
  () => import('./first-step-contents.tsx'),
  'FirstStepContent',
)

interface FirstStepsProps {
  onHide: () => void
}

/** What makes a newcomer somebody here: four small steps, each done in place, none asked for. */
export function FirstSteps({ onHide }: FirstStepsProps) {
  const user = useUser()
  const hasAsked = useHasAskedSomebody()
  const headingId = useId()
  const steps: Step[] = [
    { name: 'face', title: 'Your face', isDone: user.profilePhoto !== null },
    { name: 'about', title: 'A line about you', isDone: user.aboutMe !== '' },
    { name: 'people', title: 'People you know', isDone: user.friendCount > 0 || hasAsked },
    { name: 'words', title: 'Your first words', isDone: user.postCount > 0 },
  ]
  // Of the others the height is not known before they are there: nothing may move under a reader.
  const [openStep, setOpenStep] = useState<StepName | null>(steps[0]?.isDone ? null : 'face')
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-card border border-line bg-surface-raised p-2 shadow-raised"
    >
      <header className="flex items-start gap-2 ps-3">
        <div className="min-w-0 flex-1 pt-2 pb-1">
          <h2 id={headingId} className="wrap-anywhere font-semibold font-serif text-lg">
            Welcome, {user.username}
          </h2>
          <p className="text-ink-soft text-sm">Settle in, as far as you like.</p>
        </div>
        <LightIconButton label="Hide" icon={<X />} onClick={onHide} />
      </header>
      <ol className="flex flex-col">
        {steps.map((step, index) => (
          <FirstStep
            key={step.name}
            step={step}
            number={index + 1}
            isOpen={step.name === openStep}
            onToggle={() => setOpenStep(step.name === openStep ? null : step.name)}
          />
        ))}
      </ol>
    </section>
  )
}

interface Step {
  name: StepName
  title: string
  isDone: boolean
}

interface FirstStepProps {
  step: Step
  number: number
  isOpen: boolean
  onToggle: () => void
}

function FirstStep({ step, number, isOpen, onToggle }: FirstStepProps) {
  const { name, title, isDone } = step
  const contentId = useId()
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
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
        <span>
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </span>
      </button>
      {isOpen && (
        <div id={contentId} className="pt-1 pe-3 pb-3 ps-3 sm:ps-12">
          <Suspense fallback={<div className="h-14" />}>
            <FirstStepContent name={name} />
          </Suspense>
        </div>
      )}
    </li>
  )
}

/** Whether a request of theirs waits for an answer, as far as people were looked at. */
function useHasAskedSomebody(): boolean {
  const { data } = useInfiniteQuery({ ...discoverOptions(''), enabled: false })
  const people = data?.pages.flat() ?? []
  return people.some((person) => ['sent', 'friends'].includes(relationToDiscovered(person)))
}
