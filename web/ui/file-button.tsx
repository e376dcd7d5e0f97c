import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface FileButtonProps {
  /** The name of the field that a file is chosen for. */
  label: string
  accept: string
  multiple?: boolean
  disabled?: boolean
  onChoose: (files: File[]) => void
  children: ReactNode
}

/** Opens the browser's own file picker. */
export function FileButton({
  label,
  accept,
  multiple,
  disabled,
  onChoose,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          onChoose(Array.from(event.target.files ?? []))
          // Or choosing the same file again would be no change.
          event.target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()} disabled={disabled}>
        {children}
      </Button>
    </>
  )
}
