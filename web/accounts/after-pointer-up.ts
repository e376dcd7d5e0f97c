let isPressed = false
for (const [event, pressed] of [
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
] as const) {
  window.addEventListener(event, () => (isPressed = pressed), { capture: true })
}

/**
 * Acts once the pointer is up and its click has found its target. What appears on leaving a field
 * would else push the button away between the press that left the field and the click.
 */
export function afterPointerUp(act: () => void): void {
  if (isPressed) window.addEventListener('pointerup', () => setTimeout(act), { once: true })
  else setTimeout(act)
}
