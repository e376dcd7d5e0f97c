import { type CSSProperties, useMemo } from 'react'
import type { ColorPalette } from '../../contract/spaces.ts'
import { paintOf } from './palette.ts'

/**
 * The style that paints an area in a space's palette: the theme's own roles get the space's
 * colours, so that every part of the interface in it follows. Give the area `PAINTED_CLASSES`, too.
 */
export function usePainted(palette: ColorPalette): CSSProperties {
  const { primary, secondary, accent, background, text } = palette
  return useMemo(
    () => styleOf({ primary, secondary, accent, background, text }),
    [primary, secondary, accent, background, text],
  )
}

export const PAINTED_CLASSES = 'bg-surface text-ink'

function styleOf(palette: ColorPalette): CSSProperties {
  const paint = paintOf(palette)
  const roles: Record<`--${string}`, string> = {
    '--color-surface': paint.surface,
    '--color-surface-raised': paint.surfaceRaised,
    '--color-surface-sunken': paint.surfaceRaised,
    '--color-surface-hover': paint.surfaceHover,
    '--color-surface-pressed': paint.surfaceHover,
    '--color-quiet': paint.quiet,
    '--color-quiet-hover': paint.quietHover,
    '--color-ink': paint.ink,
    '--color-ink-soft': paint.inkSoft,
    '--color-line': paint.line,
    '--color-line-strong': paint.lineStrong,
    '--color-ember': paint.primaryInk,
    '--color-ember-soft': paint.quiet,
    '--color-ember-fill': paint.primary,
    '--color-ember-fill-hover': paint.primaryHover,
    '--color-ember-ink': paint.onPrimary,
    '--color-danger': paint.danger,
    '--color-danger-soft': paint.quiet,
    '--color-success': paint.success,
    '--color-success-soft': paint.quiet,
    '--color-focus': paint.focus,
    '--space-secondary': paint.secondary,
    '--space-on-secondary': paint.onSecondary,
    '--space-accent': paint.accent,
    '--space-on-accent': paint.onAccent,
  }
  return { ...roles, colorScheme: paint.scheme }
}
