import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'

describe('Avatar', () => {
  it.each([
    ['ada_lovelace', 'AL'],
    ['grace', 'G'],
    ['_ben_the_third_', 'BT'],
    ['🦊 fox', '🦊F'],
  ])('of %s without a photo says %s', (name, initials) => {
    expect(renderAvatar(name).textContent).toBe(initials)
  })

  it('keeps one colour per name', () => {
    expect(hue(renderAvatar('ada'))).toBe(hue(renderAvatar('ada')))
    expect(hue(renderAvatar('ada'))).not.toBe(hue(renderAvatar('ben')))
  })

  it('is decoration beside the name', () => {
    expect(renderAvatar('ada').getAttribute('aria-hidden')).toBe('true')
  })
})

function renderAvatar(name: string): HTMLElement {
  return render(<Avatar name={name} />).container.firstElementChild as HTMLElement
}

function hue(avatar: HTMLElement): string {
  return avatar.style.getPropertyValue('--avatar-hue')
}
