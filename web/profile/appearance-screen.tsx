import { ThemeChoice } from '../ui/theme-choice.tsx'
import { Section } from './settings/section.tsx'
import { SettingsPage } from './settings-page.tsx'

/** A part of the settings: how the place looks on this device. */
export function AppearanceScreen() {
  return (
    <SettingsPage title="Appearance">
      <Section title="Day and night">
        <p className="text-ink-soft">
          System follows your device, also while you are here. What you choose holds on this device.
        </p>
        <ThemeChoice />
      </Section>
      <Section title="Motion">
        <p className="text-ink-soft">
          Nothing moves unasked. If your device asks for less motion, what is left of it goes, too.
        </p>
      </Section>
    </SettingsPage>
  )
}
