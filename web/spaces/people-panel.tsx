import type { Author } from '../../contract/author.ts'
import type { Space } from '../../contract/spaces.ts'
import { PersonLink } from '../app/person-link.tsx'
import { AboutSpace } from './about-space.tsx'
import type { AmbientSound } from './use-sound.ts'

interface PeoplePanelProps {
  id: string
  space: Space
  here: readonly Author[]
  sound: AmbientSound
}

/** Who is in the space, those first who are here now, and what gives it its air. */
export function PeoplePanel({ id, space, here, sound }: PeoplePanelProps) {
  const hereIds = new Set(here.map(({ _id }) => _id))
  const others = space.members.filter(({ _id }) => !hereIds.has(_id))
  return (
    <aside
      id={id}
      aria-label="People and ambience"
      className="flex w-72 shrink-0 flex-col overflow-y-auto overscroll-contain border-line border-s bg-surface-raised pt-3"
    >
      <AboutSpace space={space} sound={sound} />
      {here.length > 0 && <People title="Here now" people={here} areHere />}
      <People title={here.length > 0 ? 'Also in this space' : 'Members'} people={others} />
    </aside>
  )
}

interface PeopleProps {
  title: string
  people: readonly Author[]
  areHere?: boolean
}

function People({ title, people, areHere = false }: PeopleProps) {
  if (people.length === 0) return null
  return (
    <section aria-label={title} className="px-4 pb-4">
      <h3 className="pb-2 font-semibold text-sm">{title}</h3>
      <ul className="flex flex-col gap-1.5">
        {people.map((person) => (
          <li key={person._id}>
            <PersonLink
              person={person}
              isHere={areHere}
              className={areHere ? undefined : 'text-ink-soft'}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
