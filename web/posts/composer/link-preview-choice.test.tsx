import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LinkPreviewChoice } from '../../app/link-preview-choice.tsx'

it('says that a link will show where it leads, and asks whether that is wanted', () => {
  const refuse = vi.fn()
  const writing = (text: string) => <LinkPreviewChoice text={text} onRefuse={refuse} />
  const { rerender, container } = render(writing('Look: http://plain.example'))
  expect(container.textContent).toBe('')
  rerender(writing('Look: https://tea.example/pot'))
  expect(screen.getByText('With a preview of tea.example')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'No preview' }))
  expect(refuse).toHaveBeenCalledOnce()
})
