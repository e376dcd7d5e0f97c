import { useRef } from 'react'
import { ChosenTheme } from './chosen-theme.tsx'
import { ComposerForm } from './composer-form.tsx'
import type { Composer } from './use-composer.ts'

interface ThemedComposerProps {
  composer: Composer
  onRemoveTheme?: (() => void) | undefined
}

export function ThemedComposer({ composer, onRemoveTheme }: ThemedComposerProps) {
  const { theme, errors } = composer
  const form = useRef<HTMLDivElement>(null)

  function remove() {
    composer.changeField('themeDate', '')
    onRemoveTheme?.()
    form.current?.querySelector('textarea')?.focus()
  }

  return (
    <div ref={form} className="flex flex-col gap-4">
      {theme && <ChosenTheme theme={theme} error={errors.themeDate} onRemove={remove} />}
      <ComposerForm
        composer={composer}
        question={theme?.prompt ?? 'What would you like to share?'}
      />
    </div>
  )
}
