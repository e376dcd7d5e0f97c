import { useLocation, useNavigate } from 'react-router'
import { closeDialogs } from '../ui/dialog-history.ts'

/**
 * Leads from a room back to the list it is open over, as that was; who came by a link finds the list
 * at `pathname`, with the address's search but for `without`.
 */
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
