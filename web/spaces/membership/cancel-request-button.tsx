import { Button } from '../../ui/button.tsx'
import { useCancelRequest } from './join-requests-api.ts'

export function CancelRequestButton({ space }: { space: { _id: string; name: string } }) {
  const cancellation = useCancelRequest()
  return (
    <Button
      size="small"
      aria-label={`Cancel request to join ${space.name}`}
      busy={cancellation.isPending}
      onClick={() => cancellation.mutate(space._id)}
    >
      Cancel
    </Button>
  )
}
