import { useLocation, useNavigate } from 'react-router'
import { closeDialogs } from '../ui/dialog-history.ts'
import { withoutRoomParams } from './room-params.ts'

/** Back to the list a room is open over, or for who came by a link to `pathname`. */
export function useCloseToList(pathname: string): () => Promise<void> {
  const navigate = useNavigate()
  const { state, search } = useLocation()
  return async () => {
    await closeDialogs()
    if (state?.isFromList) return navigate(-1)
    return navigate(
      { pathname, search: withoutRoomParams(search) },
      { replace: true, preventScrollReset: true },
    )
  }
}
