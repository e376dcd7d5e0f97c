import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ImageThumbnails } from './image-thumbnail.tsx'

const imageAt = (alt: string) => ({
  ...{ alt, width: 64, height: 48, placeholder: '' },
  sources: [{ width: 64, url: `/${alt}` }],
})

it('moves when that is wanted, until it is not, and alone', () => {
  const moving = { ...imageAt('pot'), animation: [{ width: 64, url: '/pot-moving' }] }
  render(<ImageThumbnails images={[moving, imageAt('cup')]} />)
  const shown = () => screen.getAllByRole('img').map((image) => image.getAttribute('src'))
  expect(shown()).toEqual(['/pot', '/cup'])
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(shown()).toEqual(['/pot-moving', '/cup'])
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(shown()).toEqual(['/pot', '/cup'])
})
