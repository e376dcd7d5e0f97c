import type { ChosenHeir, DeletionPreview } from '../../../contract/account-deletion.ts'

type OwnSpace = DeletionPreview['spaces'][number]

/** By space, who was chosen. */
export type ChosenHeirs = Readonly<Record<string, string>>

/** Who gets it: who was chosen, or who has been there longest; undefined where nobody else is. */
export function heirOf({ _id, heirs }: OwnSpace, chosen: ChosenHeirs) {
  return heirs.find((each) => each._id === chosen[_id]) ?? heirs[0]
}

export function heirsOf(spaces: readonly OwnSpace[], chosen: ChosenHeirs): ChosenHeir[] {
  return spaces.flatMap((space) => {
    const heir = heirOf(space, chosen)
    return heir ? [{ space: space._id, heir: heir._id }] : []
  })
}
