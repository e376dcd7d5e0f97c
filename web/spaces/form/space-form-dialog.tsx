import { useId, useState } from 'react'
import { useBeforeUnload } from 'react-router'
import type { Space } from '../../../contract/spaces.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AmbienceFields } from './ambience-fields.tsx'
import { ColorFields } from './color-fields.tsx'
import { AudienceFields, MainFields } from './main-fields.tsx'
import { SpacePreview } from './space-preview.tsx'
import { type SpaceForm, useSpaceForm } from './use-space-form.ts'

interface SpaceFormDialogProps {
  space?: Space | undefined
  isOpen: boolean
  onClose: () => void
  /** The dialog closes once this is done. */
  onSaved?: ((saved: Space) => void | Promise<void>) | undefined
}

/** Creates a space or edits one. Changes are never lost unasked. */
export function SpaceFormDialog({ isOpen, ...props }: SpaceFormDialogProps) {
  // Each opening begins anew, from what the space is by then.
  return isOpen && <OpenFormDialog {...props} />
}

function OpenFormDialog({ space, onClose, onSaved }: Omit<SpaceFormDialogProps, 'isOpen'>) {
  const formId = useId()
  const form = useSpaceForm(space, async (saved) => {
    await onSaved?.(saved)
    onClose()
  })
  const [isAskingToDiscard, setIsAskingToDiscard] = useState(false)
  useBeforeUnload((event) => {
    if (form.isChanged) event.preventDefault()
  })

  function close() {
    if (form.isSaving) return
    if (form.isChanged) setIsAskingToDiscard(true)
    else onClose()
  }

  return (
    <Dialog
      title={space ? 'Edit Space' : 'Create Space'}
      size="large"
      isOpen
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={form.isSaving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.isSaving}>
            {space ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      <Fields id={formId} form={form} memberCount={space?.memberCount ?? 1} isNew={!space} />
      <ConfirmDialog
        isOpen={isAskingToDiscard}
        onClose={() => setIsAskingToDiscard(false)}
        sentence="Discard what you changed?"
        confirmLabel="Discard"
        isDanger
        onConfirm={async () => onClose()}
        describeError={() => ''}
      />
    </Dialog>
  )
}

interface FieldsProps {
  id: string
  form: SpaceForm
  memberCount: number
  isNew: boolean
}

const SHORT_FIELDS = new Set(['name', 'description', 'vibe'])

function Fields({ id, form, memberCount, isNew }: FieldsProps) {
  const { failure, errors } = form
  const moreId = useId()
  const [isMoreAsked, setIsMoreAsked] = useState(!isNew)
  // What is to be mended is in sight.
  const isMoreWrong = Object.entries(errors).some(
    ([field, error]) => error && !SHORT_FIELDS.has(field),
  )
  const isMoreOpen = isMoreAsked || isMoreWrong
  return (
    <form id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-6">
      <MainFields form={form} />
      <SpacePreview values={form.values} memberCount={memberCount} />
      <div>
        <Button
          aria-expanded={isMoreOpen}
          aria-controls={moreId}
          disabled={isMoreWrong}
          onClick={() => setIsMoreAsked(!isMoreAsked)}
        >
          {isMoreOpen ? 'Less' : 'More'}
        </Button>
      </div>
      <div id={moreId} hidden={!isMoreOpen} className="flex flex-col gap-6">
        <AudienceFields form={form} />
        <ColorFields form={form} />
        <AmbienceFields form={form} />
      </div>
      {failure && <Banner tone="error">{failure.sentence}</Banner>}
    </form>
  )
}
