import { useUser } from '../app/session.tsx'
import { ArchiveSection } from './archive/archive-section.tsx'
import { ImportSection } from './import/import-section.tsx'
import { DangerZone } from './settings/danger-zone.tsx'
import { AccountFacts } from './settings/identity.tsx'
import { Section } from './settings/section.tsx'
import { SettingsPage } from './settings-page.tsx'

export function DataScreen() {
  return (
    <SettingsPage title="My data">
      <Section title="What is kept">
        <p className="text-ink-soft">
          Your posts with their pictures, what you said in comments and in spaces, who your friends
          are, and what stands on your profile. What you delete is gone for everybody.
        </p>
        <AccountFacts user={useUser()} />
      </Section>
      <Section title="On this device">
        <p className="text-ink-soft">
          Words you have not sent yet, and what you read last, for when you are offline. It all goes
          when you sign out here.
        </p>
      </Section>
      <ArchiveSection />
      <ImportSection />
      <DangerZone />
    </SettingsPage>
  )
}
