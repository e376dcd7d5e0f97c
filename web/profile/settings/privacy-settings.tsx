import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MESSAGES } from '../../../contract/profile.ts'
import { paths } from '../../app/paths.ts'
import { useSession, useUser } from '../../app/session.tsx'
import { errorMessage } from '../../platform/api-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { usePrivacyChoice } from '../earlier-posts.tsx'
import { privacyOptions, savePrivacy } from './api.ts'
import { useOptimisticSave } from './optimistic-save.ts'
import { Section } from './section.tsx'

/** Whether only friends see the member's posts; saved as soon as it is ticked. */
export function PrivacySettings() {
  const query = useQuery(privacyOptions)
  const { data, isLoadingError } = query
  const { choose, dialog } = usePrivacyChoice(useSavePrivacy())
  return (
    <Section title="Privacy Settings">
      {data ? (
        <Checkbox
          label="Make my profile private (only friends can see my posts)"
          checked={data.shown.isPrivate}
          onChange={choose}
        />
      ) : isLoadingError ? (
        <ErrorState text={MESSAGES.privacyLoadFailed} query={query} />
      ) : (
        <Skeleton className="h-11 w-full sm:h-8" />
      )}
      {dialog}
      <Link
        to={paths.privacy}
        className="inline-flex min-h-11 items-center self-start text-ember underline underline-offset-2 sm:min-h-0"
      >
        What public and private mean
      </Link>
    </Section>
  )
}

function useSavePrivacy() {
  const { changeUser } = useSession()
  const { _id } = useUser()
  const toast = useToast()
  const onFailed = (error: unknown) => toast.alert(errorMessage(error, MESSAGES.privacyFailed))
  const save = useOptimisticSave({
    queryKey: privacyOptions.queryKey,
    send: savePrivacy,
    onSaved({ isPrivate }) {
      changeUser({ _id, isPrivate })
      toast.success(MESSAGES.privacyChanged(isPrivate), 'privacy')
    },
    onFailed,
  })
  return { save, onFailed }
}
