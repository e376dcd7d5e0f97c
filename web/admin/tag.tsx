import type { ReactNode } from 'react'

export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="whitespace-nowrap rounded-full bg-quiet px-2 py-0.5 font-medium text-xs">
      {children}
    </span>
  )
}
