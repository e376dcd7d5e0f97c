import { Button } from '../../ui/button.tsx'
import { focusHeading } from '../focus-on-navigation.ts'
import { useSaveQuietNumbers } from '../quiet-numbers-api.ts'

/**
 * Asks who knows the place by now whether they want it without numbers. Either answer is the last.
 */
export function QuietOffer() {
  const { mutateAsync, isPending } = useSaveQuietNumbers()
  const answer = (isQuiet: boolean) =>
    void mutateAsync(isQuiet).then(
      () => requestAnimationFrame(focusHeading),
      () => {
        // It was told.
      },
    )
  return (
    <section
      aria-label="Quiet numbers"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface-raised p-4 sm:px-5"
    >
      <p>
        Would you like it quieter? Instead of how many liked something you see that somebody did.
        You can change it under Appearance.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" disabled={isPending} onClick={() => answer(true)}>
          Hide the numbers
        </Button>
        <Button size="small" disabled={isPending} onClick={() => answer(false)}>
          Keep them
        </Button>
      </div>
    </section>
  )
}
