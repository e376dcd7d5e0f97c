import { useState } from 'react'
import { AppealPanel } from './appeal-panel.tsx'
import { SuspendedArchive } from './suspended-archive.tsx'
import { type Identity, openArchive } from './suspension-api.ts'

/** What who is suspended can do: take their data along, and write to the administrators. */
export function SuspendedPanel(typed: Identity) {
  // What was typed when sign-in was refused; what is typed on is another try.
  const [identity] = useState(typed)
  return (
    <>
      <SuspendedArchive prove={(code) => openArchive(identity, code)} />
      <AppealPanel identity={identity} />
    </>
  )
}

interface SuspendedPasskeyPanelProps {
  prove: Parameters<typeof SuspendedArchive>[0]['prove']
}

/** The same for who came by a passkey, which does not come with what they write. */
export function SuspendedPasskeyPanel({ prove }: SuspendedPasskeyPanelProps) {
  return (
    <>
      <SuspendedArchive prove={prove} />
      <p className="text-ink-soft text-sm">
        To write to the administrators, sign in with your email and password.
      </p>
    </>
  )
}
