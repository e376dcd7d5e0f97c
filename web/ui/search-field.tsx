import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from './icon-button.tsx'

interface SearchFieldProps {
  /** What is searched, e.g. 'Search friends': its name, and its placeholder. */
  label: string
  value: string
  /** As many characters as the server searches for. */
  maxLength: number
  onChange: (value: string) => void
  className?: string
}

export function SearchField({ label, value, maxLength, onChange, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  function clear() {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={clsx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-ink-soft"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface-raised py-2 ps-11 pe-12 placeholder:text-ellipsis placeholder-shown:pe-3 focus-visible:-outline-offset-1 [&::-webkit-search-cancel-button]:hidden"
      />
      {value && (
        <IconButton
          label="Clear search"
          icon={<X />}
          onClick={clear}
          className="absolute inset-y-0 end-0 my-auto sm:end-1"
        />
      )}
    </div>
  )
}
