import { Banner } from '../ui/banner.tsx'
import type { Problem } from './use-account-form.ts'

interface FormProblemProps {
  problem: Problem | undefined
}

/** What went wrong with a form as a whole. */
export function FormProblem({ problem }: FormProblemProps) {
  if (!problem) return null
  return (
    <Banner tone="error">
      <p>{problem.sentence}</p>
      {problem.isUnreachable && <UnreachableHint />}
    </Banner>
  )
}

function UnreachableHint() {
  return (
    <p className="text-ink-soft text-sm">
      We could not reach Snug. What you typed is still here: please check your connection.
    </p>
  )
}
