import clsx from 'clsx'
import { MESSAGES } from '../../../contract/profile.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { ProfileForm } from './use-profile-form.ts'

interface SaveRowProps {
  form: ProfileForm
  formId: string
}

/** Save Profile and what came of it; within reach as long as something is unsaved. */
export function SaveRow({ form, formId }: SaveRowProps) {
  const { failure, isSaving, isSaved, hasUnsaved, photo } = form
  return (
    <div
      className={clsx(
        '-mx-4 -mb-4 flex flex-col gap-3 rounded-b-card bg-surface-raised px-4 py-3 sm:-mx-6 sm:-mb-6 sm:px-6',
        (hasUnsaved || isSaving) &&
          'sticky bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+var(--offline-notice-height,0px))] z-10 border-line border-t',
      )}
    >
      {failure && <Banner tone="error">{failure.sentence}</Banner>}
      {isSaved && <Banner tone="success">{MESSAGES.profileUpdated}</Banner>}
      {isSaving && photo && <UploadProgress form={form} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {hasUnsaved && !isSaving && (
          <p className="me-auto text-ink-soft text-sm">You have unsaved changes.</p>
        )}
        {isSaving && photo && <Button onClick={form.stop}>Cancel upload</Button>}
        <Button type="submit" form={formId} variant="primary" busy={isSaving}>
          Save Profile
        </Button>
      </div>
    </div>
  )
}

function UploadProgress({ form: { progress } }: { form: ProfileForm }) {
  const isUploaded = progress >= 1
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-ink-soft text-sm tabular-nums">
        {isUploaded ? 'Saving…' : `Uploading photo… ${Math.floor(progress * 100)}%`}
      </p>
      <ProgressBar label="Uploading photo" value={isUploaded ? null : progress} />
    </div>
  )
}
