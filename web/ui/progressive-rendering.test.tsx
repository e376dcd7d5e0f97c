import { act, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useProgressiveRendering } from './progressive-rendering.ts'

function List({ isThere, seen }: { isThere: boolean; seen: string[] }) {
  const drawing = useProgressiveRendering(isThere)
  if (seen.at(-1) !== drawing) seen.push(drawing)
  return null
}

it('draws the beginning of what arrives, then the rest', () => {
  const seen: string[] = []
  const { rerender } = render(<List isThere={false} seen={seen} />)
  act(() => rerender(<List isThere seen={seen} />))
  expect(seen).toEqual(['nothing', 'beginning', 'all'])
})

it('draws what is there from the first at once and whole', () => {
  const seen: string[] = []
  render(<List isThere seen={seen} />)
  expect(seen).toEqual(['all'])
})

it('draws nothing as soon as nothing is there', () => {
  const seen: string[] = []
  const { rerender } = render(<List isThere seen={seen} />)
  act(() => rerender(<List isThere={false} seen={seen} />))
  expect(seen).toEqual(['all', 'nothing'])
})
