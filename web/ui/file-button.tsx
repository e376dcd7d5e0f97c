import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface FileInputProps {
  /** The name of the field that a file is chosen for. */
  label: string
  accept: string
  multiple?: boolean
  onChoose: (files: File[]) => void
  /** What opens the browser's own file picker. */
  children: (open: () => void) => ReactNode
}

export function FileInput({ label, accept, multiple, onChoose, children }: FileInputProps) {
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
      {children(() => input.current?.click())}
    </>
  )
}

interface FileButtonProps extends Omit<FileInputProps, 'children'> {
  disabled?: boolean
  /** While what was chosen is sent, as of every button. */
  busy?: boolean
  children: ReactNode
}

export function FileButton({ disabled, busy, children, ...input }: FileButtonProps) {
  return (
    <FileInput {...input}>
      {(open) => (
        <Button onClick={open} disabled={disabled} busy={busy}>
          {children}
        </Button>
      )}
    </FileInput>
  )
}
