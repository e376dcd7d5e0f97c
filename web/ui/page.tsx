import clsx from 'clsx'
import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

const WIDTHS = {
  narrow: 'max-w-md',
  reading: 'max-w-2xl',
  /** As reading, with a list beside it where there is room. */
  sided: 'max-w-2xl lg:max-w-5xl',
  wide: 'max-w-6xl',
}

interface PageProps {
  /** The name of the place: its heading, and the title of the browser's tab. */
  title: string
  /** The heading is said but not shown, where the place speaks for itself. */
  isTitleHidden?: boolean | undefined
  actions?: ReactNode
  width?: keyof typeof WIDTHS | undefined
  children: ReactNode
}

/** The column a screen's content stands in, under its heading. The app gives it its `main`. */
export function Page({ title, isTitleHidden, actions, width = 'reading', children }: PageProps) {
  return (
    <div className={clsx('mx-auto w-full px-4 py-6 sm:px-6 sm:py-8', WIDTHS[width])}>
      <PageTitle place={title} />
      <header
        className={clsx(
          isTitleHidden ? 'sr-only' : 'mb-6 flex flex-wrap items-center gap-x-4 gap-y-3',
        )}
      >
        <h1 className="min-w-0 grow font-semibold font-serif text-3xl">{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  )
}
