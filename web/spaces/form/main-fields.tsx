import {
  MESSAGES,
  SPACE_DESCRIPTION_MAX,
  SPACE_MEMBERS_MAX,
  SPACE_NAME_MAX,
  TAG_MAX,
  TAGS_MAX,
} from '../../../contract/spaces.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TagList } from '../space-badges.tsx'
import { tagsOf, withVibe } from './space-form-values.ts'
import type { SpaceForm } from './use-space-form.ts'
import { VibeField } from './vibe-field.tsx'

const OPENING =
  'Whoever comes now reads what is written from now on. What was written so far stays with those who are members, and they are told.'

export function MainFields({ form }: { form: SpaceForm }) {
  const { values, errors, change } = form
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Name"
        required
        dir="auto"
        autoComplete="off"
        value={values.name}
        onChange={(event) => change({ name: event.target.value }, 'name')}
        counterMax={SPACE_NAME_MAX}
        error={errors.name}
      />
      <TextArea
        label="Description"
        required
        value={values.description}
        onChange={(event) => change({ description: event.target.value }, 'description')}
        counterMax={SPACE_DESCRIPTION_MAX}
        tooLong={MESSAGES.descriptionLong}
        error={errors.description}
      />
      <VibeField
        value={values.vibe}
        onChange={(vibe) => change(withVibe(values, vibe), 'vibe')}
        error={errors.vibe}
      />
    </div>
  )
}

export function AudienceFields({ form }: { form: SpaceForm }) {
  const { values, errors, change } = form
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label="Private"
        description={form.isOpening ? OPENING : 'Only people whose request you approve come in.'}
        checked={values.isPrivate}
        onChange={(isPrivate) => change({ isPrivate }, 'isPrivate')}
      />
      <TextField
        label="Max members"
        type="number"
        inputMode="numeric"
        min={1}
        max={SPACE_MEMBERS_MAX}
        value={values.maxMembers}
        onChange={(event) => change({ maxMembers: event.target.value }, 'maxMembers')}
        description={`From 1 to ${SPACE_MEMBERS_MAX}, you included.`}
        error={errors.maxMembers}
      />
      <TagsField form={form} />
    </div>
  )
}

function TagsField({ form: { values, errors, change } }: { form: SpaceForm }) {
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Tags"
        dir="auto"
        autoComplete="off"
        value={values.tags}
        onChange={(event) => change({ tags: event.target.value }, 'tags')}
        description={`Separated by commas: at most ${TAGS_MAX}, of ${TAG_MAX} characters each.`}
        error={errors.tags}
      />
      <TagList tags={tagsOf(values.tags)} />
    </div>
  )
}
