import { LeaveGuard } from '../../app/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** Shown this once, so that also a new version waits until they are kept. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <>
      <p>
        Each of these signs you in once when your phone is not there. Keep them where you find them
        without it: they are not shown again.
      </p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => download(codes)}>Download</Button>
        <Button variant="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
      <LeaveGuard
        hasUnsaved
        sentence="Leave without having kept your recovery codes?"
        confirmLabel="Leave without them"
        onDiscard={onKept}
      />
    </>
  )
}

function download(codes: readonly string[]) {
  const file = new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
