import {
  type ColorPalette,
  colorPalette,
  DEFAULT_PALETTE,
  DEFAULT_VIBE,
  SOUND_VOLUME_DEFAULT,
  SPACE_MEMBERS_DEFAULT,
  type Space,
  type SpaceBody,
  type SpaceVibe,
  spaceBody,
} from '../../../contract/spaces.ts'
import { errorsByField } from '../../platform/form/field-errors.ts'
import { VIBE_PALETTES } from '../vibe-palettes.ts'

/** What stands in the form: everything typed is a text until it is sent. */
export interface SpaceFormValues {
  name: string
  description: string
  colors: ColorPalette
  soundUrl: string
  soundName: string
  volume: number
  artUrl: string
  artTitle: string
  artArtist: string
  isPrivate: boolean
  maxMembers: string
  tags: string
  vibe: SpaceVibe
}

export function valuesOf(space: Space | undefined): SpaceFormValues {
  return {
    name: space?.name ?? '',
    description: space?.description ?? '',
    colors: space?.colorPalette ?? DEFAULT_PALETTE,
    soundUrl: space?.sound.url ?? '',
    soundName: space?.sound.name ?? '',
    volume: space?.sound.volume ?? SOUND_VOLUME_DEFAULT,
    artUrl: space?.pinnedArt.url ?? '',
    artTitle: space?.pinnedArt.title ?? '',
    artArtist: space?.pinnedArt.artist ?? '',
    isPrivate: space?.isPrivate ?? false,
    maxMembers: String(space?.maxMembers ?? SPACE_MEMBERS_DEFAULT),
    tags: space?.tags.join(', ') ?? '',
    vibe: space?.vibe ?? DEFAULT_VIBE,
  }
}

/** A vibe paints the space, unless its colours were chosen one by one. */
export function withVibe({ vibe: before, colors }: SpaceFormValues, vibe: SpaceVibe) {
  const isPainted = JSON.stringify(colors) === JSON.stringify(VIBE_PALETTES[before])
  return { vibe, ...(isPainted ? { colors: VIBE_PALETTES[vibe] } : {}) }
}

/** The body, or a sentence by field as the body names it ('name', 'sound.url', 'sound'). */
export function parseSpace(
  values: SpaceFormValues,
): { data: SpaceBody } | { errors: Record<string, string> } {
  const { maxMembers, colors } = values
  const { data, error } = spaceBody.safeParse({
    name: values.name,
    description: values.description,
    colorPalette: colors,
    sound: { url: values.soundUrl, name: values.soundName, volume: values.volume },
    pinnedArt: { url: values.artUrl, title: values.artTitle, artist: values.artArtist },
    isPrivate: values.isPrivate,
    maxMembers: maxMembers.trim() === '' ? Number.NaN : Number(maxMembers),
    tags: tagsOf(values.tags),
    vibe: values.vibe,
  })
  if (data) return { data }
  return {
    errors: errorsByField(error.issues, ({ path }) =>
      path[0] === 'tags' ? 'tags' : path.join('.'),
    ),
  }
}

/** Trimmed, empties dropped, each once. */
export function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** The palette to look at: a colour that is being typed is shown once it is one. */
export function shownPalette(colors: ColorPalette): ColorPalette {
  const isColor = colorPalette.shape.text
  const shown = Object.entries(colors).map(([role, color]) => [
    role,
    isColor.safeParse(color).success ? color : DEFAULT_PALETTE[role as keyof ColorPalette],
  ])
  return Object.fromEntries(shown) as ColorPalette
}
