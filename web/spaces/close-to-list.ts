import { useLocation, useNavigate } from 'react-router'
import { closeDialogs } from '../ui/dialog-history.ts'

/** Back to the list a room is open over, or for who came by a link to `pathname`, `without` a param. */
export function useCloseToList(pathname: string, without = ''): () => Promise<void> {
  const navigate = useNavigate()
  const { state, search } = useLocation()
  return async () => {
    await closeDialogs()
    if (state?.isFromList) return navigate(-1)
    const params = new URLSearchParams(search)
    params.delete(without)
    return navigate(
      { pathname, search: params.toString() },
      { replace: true, preventScrollReset: true },
    )
  }
}
