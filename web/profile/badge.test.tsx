import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MemberBadge } from './badge.tsx'

describe('the badge', () => {
  it.each([
    [1_001, 'First 10000'],
    [10_000, 'First 10000'],
  ])('of member number %d is a gold medal', (userNumber, label) => {
    const { container } = render(<MemberBadge userNumber={userNumber} />)
    expect(screen.getByText(label)).toBeTruthy()
    const badge = container.firstElementChild
    expect(badge?.className).toContain('text-gold')
    expect(badge?.querySelector('svg')?.classList).toContain('lucide-medal')
  })

  it.each([
    [100, 'First 100', 'lucide-gem'],
    [101, 'First 1000', 'lucide-star'],
  ])('of member number %d is no medal', (userNumber, label, icon) => {
    const { container } = render(<MemberBadge userNumber={userNumber} />)
    expect(screen.getByText(label)).toBeTruthy()
    const badge = container.firstElementChild
    expect(badge?.className).not.toContain('gold')
    expect(badge?.querySelector('svg')?.classList).toContain(icon)
  })
})
