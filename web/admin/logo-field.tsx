import { ImagePlus } from 'lucide-react'
import { useObjectUrl } from '../platform/files/object-url.ts'
import { Button } from '../ui/button.tsx'
import { FileButton } from '../ui/file-button.tsx'
import { LOGO_ACCEPT } from './logo-file.ts'
import type { CommunityForm } from './use-community-form.ts'

/** The address of the logo as it will be once it is saved; null for none. */
export function useShownLogo({ logo, errors }: CommunityForm, savedUrl: string | null) {
  const chosenUrl = useObjectUrl(logo && !errors.logo ? logo : null)
  if (logo === undefined) return savedUrl
  return chosenUrl ?? null
}

/** The picture beside the name, on every page and as the icon of who installs it. */
export function LogoField({ form, url }: { form: CommunityForm; url: string | null }) {
  const { logo, errors, isSubmitting } = form
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium text-sm">Logo</legend>
      <p className="mt-1 text-ink-soft text-sm">
        A square picture looks best. It stands beside the name and is the icon of the app.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {url && (
          <img
            src={url}
            alt="The logo"
            className="size-16 rounded-[25%] border border-line object-contain"
          />
        )}
        <FileButton
          label="Logo"
          accept={LOGO_ACCEPT}
          disabled={isSubmitting}
          onChoose={([file]) => file && form.chooseLogo(file)}
        >
          <ImagePlus aria-hidden className="size-4.5" />
          {url ? 'Change picture' : 'Choose picture'}
        </FileButton>
        {logo !== undefined && (
          <Button onClick={() => form.chooseLogo(undefined)} disabled={isSubmitting}>
            Keep as it was
          </Button>
        )}
        {logo === undefined && url && (
          <Button onClick={() => form.chooseLogo(null)} disabled={isSubmitting}>
            Remove picture
          </Button>
        )}
      </div>
      {errors.logo && (
        <p role="alert" className="text-danger text-sm">
          {errors.logo}
        </p>
      )}
    </fieldset>
  )
}
