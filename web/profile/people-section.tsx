import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import type { Author } from '../../contract/author.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Spinner } from '../ui/spinner.tsx'

interface PeopleSectionProps<Person> {
  id: string
  title: string
  /** Takes the focus of a row that went. */
  heading: RefObject<HTMLHeadingElement | null>
  query: UseQueryResult<Person[]>
  loading: string
  failed: string
  empty: string
  row: (person: Person) => ReactNode
}

/** People whom the member keeps away in some way, each with the way back. */
export function PeopleSection<Person>({ query, ...section }: PeopleSectionProps<Person>) {
  const { data, isPending, isLoadingError } = query
  return (
    <section aria-labelledby={section.id} className="flex flex-col gap-3">
      <h2
        id={section.id}
        ref={section.heading}
        tabIndex={-1}
        className="font-semibold font-serif text-xl outline-none"
      >
        {section.title}
      </h2>
      {isPending && (
        <div className="relative flex">
          <Spinner label={section.loading} className="absolute" />
          {/* As high as what most read here, so that nothing moves. */}
          <p aria-hidden className="invisible">
            {section.empty}
          </p>
        </div>
      )}
      {isLoadingError && <ErrorState text={section.failed} query={query} />}
      {data?.length === 0 && <p className="text-ink-soft">{section.empty}</p>}
      {data && data.length > 0 && <ul className="flex flex-col gap-1">{data.map(section.row)}</ul>}
    </section>
  )
}

interface PeopleSectionRowProps {
  person: Pick<Author, 'username' | 'profilePhoto'>
  detail: ReactNode
  /** The way back. */
  children: ReactNode
}

export function PeopleSectionRow({ person, detail, children }: PeopleSectionRowProps) {
  const { username, profilePhoto } = person
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Avatar name={username} photoUrl={profilePhoto} />
      <p className="min-w-0 flex-1 leading-snug">
        <span className="block truncate font-semibold">{username}</span>
        <span className="text-ink-soft text-sm">{detail}</span>
      </p>
      {children}
    </li>
  )
}
