import { ABOUT_ME_MAX, MESSAGES, VIBING_TO_MAX } from '../../../contract/profile.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MusicPreview } from '../music/music-preview.tsx'
import { PetChoice } from './pet-choice.tsx'
import type { ProfileForm } from './use-profile-form.ts'

export function AboutFields({ form }: { form: ProfileForm }) {
  const { values, errors, isSaving, change } = form
  return (
    <>
      <TextArea
        label="About Me"
        rows={4}
        value={values.aboutMe}
        onChange={(event) => change('aboutMe', event.target.value)}
        counterMax={ABOUT_ME_MAX}
        isCounterAlwaysShown
        tooLong={MESSAGES.aboutMeLong}
        error={errors.aboutMe}
        readOnly={isSaving}
      />
      <PetChoice
        value={values.petPreference}
        onChange={(preference) => change('petPreference', preference)}
        isDisabled={isSaving}
      />
      <TextField
        label="Currently Vibing To"
        dir="auto"
        value={values.currentlyVibingTo}
        onChange={(event) => change('currentlyVibingTo', event.target.value)}
        counterMax={VIBING_TO_MAX}
        error={errors.currentlyVibingTo}
        readOnly={isSaving}
      />
      <TextField
        label="Spotify Link"
        type="url"
        inputMode="url"
        placeholder="https://open.spotify.com/…"
        value={values.currentlyVibingToSpotify}
        onChange={(event) => change('currentlyVibingToSpotify', event.target.value)}
        error={errors.currentlyVibingToSpotify}
        readOnly={isSaving}
      />
      <MusicPreview link={values.currentlyVibingToSpotify} />
    </>
  )
}
