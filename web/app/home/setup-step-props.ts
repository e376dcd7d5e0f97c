export interface SetupStepProps {
  /** It is settled; the next one follows. */
  onDone: () => void
  /** The last one is settled. */
  onEnd: () => void
}
