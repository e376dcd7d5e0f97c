import { communityBranding } from '../platform/community.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

/** The bars around a member's places, while it is not known yet what stands in them. */
export function LoadingLayout() {
  return (
    <div className="flex min-h-dvh flex-col px-safe">
      <title>{communityBranding().name}</title>
      <header className="sticky top-0 z-20 border-line border-b bg-surface pt-safe">
        <div className="mx-auto flex h-14 max-w-6xl items-center px-4 md:h-16">
          <h1 className="px-1 py-2 text-xl">
            <Wordmark />
          </h1>
        </div>
      </header>
      <main className="flex flex-1 justify-center py-24">
        <Spinner label="Loading" className="text-ember" />
      </main>
      <div className="fixed inset-x-0 bottom-0 z-20 h-(--bottom-bar-height) border-line border-t bg-surface pb-safe md:hidden" />
    </div>
  )
}
