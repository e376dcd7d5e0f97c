export interface SetupStepProps {
  /** It is settled; another one follows, or it was the last. */
  onDone: () => void
}
