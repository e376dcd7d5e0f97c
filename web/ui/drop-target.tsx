import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

interface DropTargetProps {
  onDrop: (files: FileList) => void
  children: ReactNode
}

/** Anywhere on the page: a near miss would make the browser leave the page for the file. */
export function DropTarget({ onDrop, children }: DropTargetProps) {
  const isOver = useFileDrop(onDrop)
  if (!isOver) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-scrim p-6">
      <p className="flex items-center gap-3 rounded-dialog border-2 border-ember border-dashed bg-surface-raised px-8 py-10 font-serif text-xl">
        {children}
      </p>
    </div>
  )
}

function useFileDrop(onDrop: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const handleDrop = useEffectEvent(onDrop)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!bringsFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    // Without a related target the pointer has left the window, not one element for the next.
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (!bringsFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) handleDrop(event.dataTransfer.files)
    }
    const listening = new AbortController()
    window.addEventListener('dragover', over, listening)
    window.addEventListener('dragleave', leave, listening)
    window.addEventListener('drop', drop, listening)
    return () => listening.abort()
  }, [])
  return isOver
}

function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}
