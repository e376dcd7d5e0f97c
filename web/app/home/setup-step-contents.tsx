import { isAdministrationClosed } from '../administration.ts'
import { SecondFactorDemand } from '../second-factor-demand.tsx'
import { useUser } from '../session.tsx'
import { EntryStep } from './entry-step.tsx'
import { InvitationStep } from './invitation-step.tsx'
import { LogoStep } from './logo-step.tsx'
import { NameStep } from './name-step.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

const CONTENTS = {
  name: NameStep,
  image: LogoStep,
  entry: EntryStep,
  invitation: InvitationStep,
}
export type SetupStepName = keyof typeof CONTENTS

/**
 * What is done at a step, or what keeps the server from doing it; apart from the card's frame,
 * which must not wait for it.
 */
export function SetupStepContent({ name, ...rest }: SetupStepProps & { name: SetupStepName }) {
  if (isAdministrationClosed(useUser())) return <SecondFactorDemand />
  const Content = CONTENTS[name]
  return <Content {...rest} />
}
