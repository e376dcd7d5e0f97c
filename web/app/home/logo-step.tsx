import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useChangeLogo } from '../../admin/community-api.ts'
import { LOGO_ACCEPT, logoProblem } from '../../admin/logo-file.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useCommunity } from '../../platform/community.ts'
import { sessionSignal } from '../../platform/token-store.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

export function LogoStep({ onDone }: SetupStepProps) {
  const { logo } = useCommunity()
  const [problem, setProblem] = useState<string>()
  const { mutateAsync, isPending } = useChangeLogo()
  const place = useRef<HTMLDivElement>(null)
  const toast = useToast()

  async function choose([file]: File[]) {
    if (!file) return
    const refused = logoProblem(file)
    setProblem(refused)
    if (refused) return
    const session = sessionSignal()
    try {
      await mutateAsync({ file })
    } catch (error) {
      if (session.aborted) return
      // Who has left is told where they are.
      const tell = place.current ? setProblem : toast.alert
      tell(errorMessage(error, 'The picture could not be saved.'))
    }
  }

  return (
    <div ref={place} className="flex flex-wrap items-center gap-3">
      {logo && (
        <img src={logo} alt="The logo" className="size-14 rounded-[25%] border border-line" />
      )}
      <FileButton label="Logo" accept={LOGO_ACCEPT} busy={isPending} onChoose={choose}>
        <ImagePlus aria-hidden className="size-4.5" />
        {logo ? 'Change picture' : 'Choose picture'}
      </FileButton>
      <Button onClick={onDone} busy={isPending}>
        {logo ? 'Next' : 'Not now'}
      </Button>
      {problem && (
        <p role="alert" className="w-full text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}
