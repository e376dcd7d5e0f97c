import { type CSSProperties, useMemo } from 'react'
import type { ColorPalette } from '../../contract/spaces.ts'
import { darkPaletteOf } from './dark-palette.ts'
import { type PaletteColors, paletteColorsOf } from './palette.ts'

/**
 * The style that gives an area a space's palette: the theme's own roles get the space's
 * colours, by night their night side, so that every part of the interface in it follows. Give the
 * area `PALETTE_CLASSES`, too.
 */
export function usePaletteStyle(palette: ColorPalette): CSSProperties {
  const { primary, secondary, accent, background, text } = palette
  return useMemo(
    () => styleOf({ primary, secondary, accent, background, text }),
    [primary, secondary, accent, background, text],
  )
}

export const PALETTE_CLASSES = 'bg-surface text-ink'

function styleOf(palette: ColorPalette): CSSProperties {
  const day = paletteColorsOf(palette)
  // A palette that is dark by day looks the same by night.
  if (day.scheme === 'dark') return { ...rolesOf(day), colorScheme: 'dark' }
  const night: Record<string, string> = rolesOf(paletteColorsOf(darkPaletteOf(palette)))
  return Object.fromEntries(
    Object.entries(rolesOf(day)).map(([role, color]) => [
      role,
      `light-dark(${color}, ${night[role]})`,
    ]),
  )
}

function rolesOf(colors: PaletteColors): Record<`--${string}`, string> {
  return {
    '--color-surface': colors.surface,
    '--color-surface-raised': colors.surfaceRaised,
    '--color-surface-sunken': colors.surfaceRaised,
    '--color-surface-hover': colors.surfaceHover,
    '--color-surface-pressed': colors.surfaceHover,
    '--color-quiet': colors.quiet,
    '--color-quiet-hover': colors.quietHover,
    '--color-ink': colors.ink,
    '--color-ink-soft': colors.inkSoft,
    '--color-line': colors.line,
    '--color-line-strong': colors.lineStrong,
    '--color-ember': colors.primaryInk,
    '--color-ember-soft': colors.quiet,
    '--color-ember-fill': colors.primary,
    '--color-ember-fill-hover': colors.primaryHover,
    '--color-ember-ink': colors.onPrimary,
    '--color-danger': colors.danger,
    '--color-danger-soft': colors.quiet,
    '--color-success': colors.success,
    '--color-success-soft': colors.quiet,
    '--color-focus': colors.focus,
    '--space-primary': colors.primary,
    '--space-secondary': colors.secondary,
    '--space-on-secondary': colors.onSecondary,
    '--space-accent': colors.accent,
    '--space-on-accent': colors.onAccent,
  }
}
