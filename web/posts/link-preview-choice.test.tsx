import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LinkPreviewChoice } from './link-preview-choice.tsx'
import type { Composer } from './use-composer.ts'

it('says that a link will show where it leads, unless its author does not want that', () => {
  const changeField = vi.fn()
  const writing = (text: string, noPreview = '') => (
    <LinkPreviewChoice
      composer={
        {
          fields: { text, noPreview },
          status: 'writing',
          changeField,
        } as Partial<Composer> as Composer
      }
    />
  )
  const { rerender, container } = render(writing('Look: http://plain.example'))
  expect(container.textContent).toBe('')
  rerender(writing('Look: https://tea.example/pot'))
  expect(screen.getByText('With a preview of tea.example')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'No preview' }))
  expect(changeField).toHaveBeenCalledWith('noPreview', 'yes')
  rerender(writing('Look: https://tea.example/pot', 'yes'))
  expect(container.textContent).toBe('')
})
