import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DEFAULT_BRANDING } from '../../../contract/community-branding.ts'
import { communityBranding, showCommunity, useCommunity } from '../../platform/community.ts'
import { optionalChunk } from '../../platform/lazy-chunk.ts'
import { loadChunk } from '../../platform/load-chunk.ts'
import { communityOptions } from '../community-api.ts'
import { focusHeading } from '../focus-on-navigation.ts'
import { useUser } from '../session.tsx'
import type { SetupStepName } from './setup-step-contents.tsx'
import { type Step, StepCard } from './step-card.tsx'

const SetupStepContent = optionalChunk(
  () => import('./setup-step-contents.tsx'),
  'SetupStepContent',
)

/**
 * Leads the first administrator: what it is called, its picture, who may come in, and the first
 * guest.
 */
export function SetupSteps() {
  const { username } = useUser()
  const frameId = useId()
  const { steps, markDone } = useSteps()
  const [openStep, setOpenStep] = useState(() => steps.find(({ isDone }) => !isDone)?.name ?? null)
  const latest = useRef({ openStep, steps })
  useLayoutEffect(() => {
    latest.current = { openStep, steps }
  })

  function goOn(name: SetupStepName) {
    // Another one may have been opened while this was saved.
    const isOpen = latest.current.openStep === name
    flushSync(() => markDone(name))
    if (!isOpen) return
    const { steps } = latest.current
    const after = steps[steps.findIndex((step) => step.name === name) + 1]
    // Where nobody can come in, nobody is invited; but what was passed over may be left to do.
    const next = after ?? steps.find(({ isDone }) => !isDone)
    if (!next) return leave()
    flushSync(() => setOpenStep(next.name))
    // What was pressed is gone with its step.
    const frame = document.getElementById(frameId)
    frame?.querySelector<HTMLElement>(`[data-step="${next.name}"]`)?.focus()
  }

  return (
    <div id={frameId}>
      <StepCard
        title={`Welcome, ${username}`}
        lead="This community is yours to set up. All of it can be changed later, under Admin."
        {...{ steps, openStep, onOpen: setOpenStep }}
        leaveLabel="Skip"
        onLeave={leave}
      >
        {(name) => (
          <Suspense fallback={<div className="h-12.5" />}>
            <SetupStepContent name={name} onDone={() => goOn(name)} />
          </Suspense>
        )}
      </StepCard>
    </div>
  )
}

/** What the community tells already, and what was left as it is just now. */
function useSteps() {
  const { name, logo } = useCommunity()
  const { data: community } = useQuery({ ...communityOptions, enabled: false })
  const [done, setDone] = useState<SetupStepName[]>([])
  const { mayInvite } = useUser()
  const { registration = mayInvite ? 'open' : 'closed' } = community ?? {}
  const steps: Step<SetupStepName>[] = [
    { name: 'name', title: 'What it is called', isDone: name !== DEFAULT_BRANDING.name },
    { name: 'image', title: 'Its picture', isDone: logo !== null },
    {
      name: 'entry',
      title: 'Who may come in',
      isDone: community !== undefined && registration !== 'open',
    },
  ]
  if (registration !== 'closed')
    steps.push({ name: 'invitation', title: 'Your first invitation', isDone: false })
  return {
    steps: steps.map((step) => ({ ...step, isDone: step.isDone || done.includes(step.name) })),
    markDone: (name: SetupStepName) => setDone((before) => [...before, name]),
  }
}

/** Done or not wanted: nobody is led again. */
function leave(): void {
  showSetUp()
  requestAnimationFrame(focusHeading)
  // Where it does not arrive, the card stands here again another time.
  loadChunk(() => import('../../admin/community-api.ts'))
    .then(({ changeCommunity }) => changeCommunity({ changes: { isSetUp: true } }))
    // What was asked after the last step may have been answered meanwhile, from before this.
    .then(showSetUp)
    .catch(() => {})
}

function showSetUp(): void {
  showCommunity({ ...communityBranding(), isSetUp: true })
}
