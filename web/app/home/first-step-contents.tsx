import { AboutMeStep } from './about-me-step.tsx'
import { FirstWordsStep } from './first-words-step.tsx'
import { PeopleStep } from './people-step.tsx'
import { PhotoStep } from './photo-step.tsx'

const CONTENTS = {
  photo: PhotoStep,
  about: AboutMeStep,
  people: PeopleStep,
  words: FirstWordsStep,
}
export type StepName = keyof typeof CONTENTS

/** What is done at a step; apart from the card's frame, which must not wait for it. */
export function FirstStepContent({ name }: { name: StepName }) {
  const Content = CONTENTS[name]
  return <Content />
}
