import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import clsx from 'clsx'
import type { ReactNode } from 'react'

/** So many stand side by side on every phone. */
const ROW_MAX = 4

interface TabsProps<Value extends string> {
  /** What the tabs divide, for screen readers. */
  label: string
  tabs: readonly { value: Value; label: string; count?: number | undefined; panel: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** Tabs with their panels; only the chosen panel is in the page. Arrow keys move between tabs. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={onChange}>
      <BaseTabs.List
        aria-label={label}
        // More than a phone has room for stand in even rows there, so that none is left alone.
        className={clsx(
          'flex flex-wrap gap-1 border-line border-b p-0.5 max-[20rem]:gap-0',
          tabs.length > ROW_MAX && 'max-sm:grid max-sm:grid-cols-3',
        )}
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            // On the narrowest phones the count is a plain number, so that few tabs stay in one
            // row.
            className="inline-flex min-h-11 flex-1 shrink-0 items-center justify-center gap-x-1.5 rounded-t-lg px-2 font-medium max-sm:text-sm max-[23rem]:px-0.5 max-[20rem]:gap-x-1 max-[20rem]:text-xs sm:flex-none sm:px-3 text-ink-soft transition-colors duration-150 hover:text-ink data-active:text-ember data-active:shadow-[inset_0_-2px_var(--color-ember)]"
          >
            {`${tab.label} `}
            {'count' in tab && (
              // It has its room before it is known, so that nothing moves.
              <span className="min-h-5 min-w-6 rounded-full bg-quiet px-2 text-center text-ink-soft text-sm tabular-nums empty:invisible max-[20rem]:min-w-3 max-[23rem]:bg-transparent max-[23rem]:px-0 max-[20rem]:text-xs">
                {tab.count}
              </span>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
