import { Segmented } from './segmented.tsx'
import { type Theme, useTheme } from './theme.ts'

const OPTIONS: { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function ThemeChoice() {
  const [theme, chooseTheme] = useTheme()
  return <Segmented label="Theme" options={OPTIONS} value={theme} onChange={chooseTheme} />
}
