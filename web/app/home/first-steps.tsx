import { Suspense, useState } from 'react'
import { optionalChunk } from '../../platform/lazy-chunk.ts'
import { useUser } from '../session.tsx'
import type { StepName } from './first-step-contents.tsx'
import { type Step, StepCard } from './step-card.tsx'
import { hasMetSomebody } from './use-first-steps.ts'

const FirstStepContent = optionalChunk(
  () => import('./first-step-contents.tsx'),
  'FirstStepContent',
)

interface FirstStepsProps {
  onHide: () => void
}

export function FirstSteps({ onHide }: FirstStepsProps) {
  const user = useUser()
  const steps: Step<StepName>[] = [
    { name: 'photo', title: 'Your face', isDone: user.profilePhoto !== null },
    { name: 'about', title: 'A line about you', isDone: user.aboutMe !== '' },
    { name: 'people', title: 'People you know', isDone: hasMetSomebody(user) },
    { name: 'words', title: 'Your first words', isDone: user.postCount > 0 },
  ]
  // Of the others the height is not known before they are there: nothing may move under a reader.
  const [openStep, setOpenStep] = useState<StepName | null>(steps[0]?.isDone ? null : 'photo')
  return (
    <StepCard
      title={`Welcome, ${user.username}`}
      lead="Settle in, as far as you like."
      {...{ steps, openStep, onOpen: setOpenStep }}
      leaveLabel="Hide"
      onLeave={onHide}
    >
      {(name) => (
        <Suspense fallback={<div className="h-14" />}>
          <FirstStepContent name={name} />
        </Suspense>
      )}
    </StepCard>
  )
}
