import { Spinner } from '../ui/spinner.tsx'
import { AccountPage } from './account-page.tsx'

/** While a mailed link is being looked at. */
export function LinkPending({ title, text }: { title: string; text: string }) {
  return (
    <AccountPage title={title}>
      <div role="status" className="flex items-center gap-3 py-4 text-ink-soft">
        <Spinner className="text-ember" />
        {text}
      </div>
    </AccountPage>
  )
}
