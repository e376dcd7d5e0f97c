import { type ColorPalette, DEFAULT_PALETTE, type SpaceVibe } from '../../contract/spaces.ts'

export const VIBE_PALETTES: Record<SpaceVibe, ColorPalette> = {
  chill: DEFAULT_PALETTE,
  energetic: {
    primary: '#a4370a',
    secondary: '#facc15',
    accent: '#be123c',
    background: '#fff5eb',
    text: '#3b1a0b',
  },
  creative: {
    primary: '#6e34d3',
    secondary: '#f0abfc',
    accent: '#0f766e',
    background: '#faf5ff',
    text: '#2e1a47',
  },
  focused: {
    primary: '#334155',
    secondary: '#cbd5e1',
    accent: '#b45309',
    background: '#f6f7f9',
    text: '#1b2430',
  },
  social: {
    primary: '#af1656',
    secondary: '#fdba74',
    accent: '#6d28d9',
    background: '#fff1f3',
    text: '#42121f',
  },
  reflective: {
    primary: '#3f4f9e',
    secondary: '#c7d2fe',
    accent: '#92400e',
    background: '#f3f4fb',
    text: '#1e2342',
  },
  playful: {
    primary: '#0c667e',
    secondary: '#fde047',
    accent: '#c026d3',
    background: '#f0fdfa',
    text: '#123a3a',
  },
  serene: {
    primary: '#3b6445',
    secondary: '#d9c8a3',
    accent: '#8a4b2a',
    background: '#f4f7ef',
    text: '#233023',
  },
}
