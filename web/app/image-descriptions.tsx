import { IMAGE_ALT_FIELDS, IMAGE_ALT_MAX } from '../../contract/posts.ts'
import { TextField } from '../ui/text-field.tsx'

interface ImageDescriptionsProps {
  /** Of all the pictures, in their order. */
  alts: string[]
  onAlts: (alts: string[]) => void
  problemOf?: (place: number) => string | undefined
}

/** What pictures that were sent already show in words, to be changed. */
export function ImageDescriptions(props: ImageDescriptionsProps) {
  const { alts, onAlts, problemOf } = props
  return alts.map((alt, place) => (
    <TextField
      key={IMAGE_ALT_FIELDS[place]}
      label={`Describe ${alts.length === 1 ? 'the image' : `image ${place + 1}`} (optional)`}
      value={alt}
      onChange={(event) => onAlts(alts.with(place, event.target.value))}
      counterMax={IMAGE_ALT_MAX}
      error={problemOf?.(place)}
    />
  ))
}
