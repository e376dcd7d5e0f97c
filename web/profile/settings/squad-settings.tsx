import { useQuery } from '@tanstack/react-query'
import { MESSAGES, SQUAD_MAX } from '../../../contract/profile.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { takeLostFocus } from '../../ui/lost-focus.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type SquadMember, squadOptions } from './api.ts'
import { Section } from './section.tsx'
import { SquadAdd } from './squad-add.tsx'
import { SquadList } from './squad-list.tsx'
import { useSquad } from './use-squad.ts'

export function SquadSettings() {
  const query = useQuery(squadOptions)
  const { data, isLoadingError } = query
  return (
    <Section title={data ? `My Squad (${data.shown.length}/${SQUAD_MAX})` : 'My Squad'}>
      {data ? (
        <Squad squad={data.shown} />
      ) : isLoadingError ? (
        <ErrorState text={MESSAGES.squadFailed} query={query} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </Section>
  )
}

function Squad({ squad }: { squad: SquadMember[] }) {
  const changes = useSquad(squad)
  return (
    <>
      {squad.length > 0 ? (
        <SquadList squad={squad} changes={changes} />
      ) : (
        <p
          // The last one was just taken out: the button went with them.
          ref={changes.news ? takeLostFocus : undefined}
          tabIndex={-1}
          className="text-ink-soft outline-none"
        >
          Nobody yet. Your squad stands on your profile, in the order you give it.
        </p>
      )}
      <SquadAdd squad={squad} onAdd={changes.add} />
      <p role="status" className="sr-only">
        {changes.news}
      </p>
    </>
  )
}
