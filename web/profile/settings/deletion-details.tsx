import { useQuery } from '@tanstack/react-query'
import {
  countedThings,
  type DeletionPreview,
  MESSAGES,
} from '../../../contract/account-deletion.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { deletionOptions } from './api.ts'
import { type ChosenHeirs, heirOf } from './heirs.ts'

interface DeletionDetailsProps {
  chosen: ChosenHeirs
  onChoose: (chosen: ChosenHeirs) => void
  onDownload: () => void
}

/** What goes with the account, who gets the spaces, and the way to keep a copy of it all. */
export function DeletionDetails({ chosen, onChoose, onDownload }: DeletionDetailsProps) {
  const { data, isPending, isLoadingError } = useQuery(deletionOptions)
  return (
    <div className="flex flex-col gap-4">
      {isPending && <Spinner label="Counting what goes" />}
      {isLoadingError && <p className="text-ink-soft">{MESSAGES.previewFailed}</p>}
      {data && (
        <>
          <p>{capitalized(countedThings(data))} go.</p>
          {data.isOnlyAdministrator && <p>{MESSAGES.onlyAdministrator}</p>}
          <Spaces spaces={data.spaces} chosen={chosen} onChoose={onChoose} />
        </>
      )}
      <Button onClick={onDownload}>Download my data first</Button>
    </div>
  )
}

function Spaces({
  spaces,
  chosen,
  onChoose,
}: Pick<DeletionDetailsProps, 'chosen' | 'onChoose'> & Pick<DeletionPreview, 'spaces'>) {
  const passing = spaces.filter(({ heirs }) => heirs.length > 0)
  const going = spaces.filter(({ heirs }) => heirs.length === 0)
  return (
    <>
      {going.length > 0 && (
        <p className="wrap-anywhere">
          Nobody else is in {going.map(({ name }) => name).join(', ')}:{' '}
          {going.length === 1 ? 'it goes' : 'they go'} too.
        </p>
      )}
      {passing.length > 0 && (
        <p className="wrap-anywhere">
          {passing.length} {passing.length === 1 ? 'space passes on' : 'spaces pass on'}:{' '}
          {passing.map((space) => `${space.name} to ${heirOf(space, chosen)?.username}`).join(', ')}
          .
        </p>
      )}
      {passing.map((space) => (
        <SelectField
          key={space._id}
          label={`${space.name} passes on to`}
          value={heirOf(space, chosen)?._id ?? ''}
          options={space.heirs.map((heir) => ({ value: heir._id, label: heir.username }))}
          onChange={(heir) => onChoose({ ...chosen, [space._id]: heir })}
        />
      ))}
    </>
  )
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
