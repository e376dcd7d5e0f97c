import { useRef } from 'react'
import { ChosenTheme } from './chosen-theme.tsx'
import { ComposerForm } from './composer-form.tsx'
import type { Composer } from './use-composer.ts'

interface ThemedComposerProps {
  composer: Composer
  prompt: string | undefined
  removePrompt: () => void
}

export function ThemedComposer({ composer, prompt, removePrompt }: ThemedComposerProps) {
  const form = useRef<HTMLDivElement>(null)

  function remove() {
    removePrompt()
    form.current?.querySelector('textarea')?.focus()
  }

  return (
    <div ref={form} className="flex flex-col gap-4">
      {prompt && <ChosenTheme prompt={prompt} onRemove={remove} />}
      <ComposerForm composer={composer} question={prompt ?? 'What would you like to share?'} />
    </div>
  )
}
