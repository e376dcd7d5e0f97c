import { useSaveQuietNumbers } from '../app/quiet-numbers-api.ts'
import { useUser } from '../app/session.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ThemeChoice } from '../ui/theme-choice.tsx'
import { Section } from './settings/section.tsx'
import { SettingsPage } from './settings-page.tsx'

export function AppearanceScreen() {
  const { quietNumbers } = useUser()
  const { mutate, isPending } = useSaveQuietNumbers()
  return (
    <SettingsPage title="Appearance">
      <Section title="Day and night">
        <p className="text-ink-soft">
          System follows your device, also while you are here. What you choose holds on this device.
        </p>
        <ThemeChoice />
      </Section>
      <Section title="Numbers">
        <Checkbox
          label="Show presence instead of numbers"
          description="That somebody liked, commented or is there, and not how many. Vibes say “Bob and others”. What is unread gets a dot. It holds for you alone, on all your devices."
          checked={quietNumbers === true}
          disabled={isPending}
          onChange={(isQuiet) => mutate(isQuiet)}
        />
      </Section>
      <Section title="Motion">
        <p className="text-ink-soft">
          Nothing moves unasked. If your device asks for less motion, what is left of it goes, too.
        </p>
      </Section>
    </SettingsPage>
  )
}
