import { Button } from '../../ui/button.tsx'

interface CropButtonsProps {
  label: string
  isDisabled: boolean
  cropping: { isCropping: boolean; hasFailed: boolean }
  onUse: () => void
  onCancel: () => void
}

/** Below a picture that is cropped: the ways out, and what is wrong, always in sight. */
export function CropButtons({ label, isDisabled, cropping, onUse, onCancel }: CropButtonsProps) {
  return (
    <>
      {cropping.hasFailed && (
        <p role="alert" className="w-full text-danger text-sm">
          Your browser could not crop this picture. Try again, or choose a smaller one.
        </p>
      )}
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="primary" onClick={onUse} disabled={isDisabled} busy={cropping.isCropping}>
        {label}
      </Button>
    </>
  )
}
