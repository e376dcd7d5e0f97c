import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ChosenHeir,
  countedThings,
  type DeletionPreview,
  MESSAGES,
} from '../../../contract/account-deletion.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { deletionOptions } from './api.ts'

interface DeletionDetailsProps {
  onHeirs: (heirs: ChosenHeir[]) => void
  onDownload: () => void
}

/** What goes with the account, who gets the spaces, and the way to keep a copy of it all. */
export function DeletionDetails({ onHeirs, onDownload }: DeletionDetailsProps) {
  const { data, isPending, isLoadingError } = useQuery(deletionOptions)
  return (
    <div className="flex flex-col gap-4">
      {isPending && <Spinner label="Counting what goes" />}
      {isLoadingError && <p className="text-ink-soft">{MESSAGES.previewFailed}</p>}
      {data && (
        <>
          <p>{capitalized(countedThings(data))} go.</p>
          {data.isOnlyAdministrator && <p>{MESSAGES.onlyAdministrator}</p>}
          <Spaces spaces={data.spaces} onHeirs={onHeirs} />
        </>
      )}
      <Button onClick={onDownload}>Download my data first</Button>
    </div>
  )
}

type OwnSpace = DeletionPreview['spaces'][number]

function Spaces({
  spaces,
  onHeirs,
}: Pick<DeletionDetailsProps, 'onHeirs'> & Pick<DeletionPreview, 'spaces'>) {
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const passing = spaces.filter(({ heirs }) => heirs.length > 0)
  const going = spaces.filter(({ heirs }) => heirs.length === 0)
  const heirOf = ({ _id, heirs }: OwnSpace) =>
    heirs.find((each) => each._id === chosen[_id]) ?? heirs[0]
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
          {passing.map((space) => `${space.name} to ${heirOf(space)?.username}`).join(', ')}.
        </p>
      )}
      {passing.map((space) => (
        <SelectField
          key={space._id}
          label={`${space.name} passes on to`}
          value={heirOf(space)?._id ?? ''}
          options={space.heirs.map((heir) => ({ value: heir._id, label: heir.username }))}
          onChange={(heir) => {
            const all = { ...chosen, [space._id]: heir }
            setChosen(all)
            onHeirs(Object.entries(all).map(([id, to]) => ({ space: id, heir: to })))
          }}
        />
      ))}
    </>
  )
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
