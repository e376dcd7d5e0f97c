import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ada } from '../../app/test-app.tsx'
import { sentUpload } from '../../platform/fake-upload.ts'
import { button, prepareComposer, resetComposer, send, visit, write } from './test-composer.tsx'

beforeEach(prepareComposer)
afterEach(resetComposer)

const asked = () => screen.queryByText('With a preview of tea.example')

it('says that a link will show where it leads, and asks whether that is wanted', async () => {
  await visit()
  write('Look: http://tea.example')
  expect(asked()).toBeNull()
  write('Look: https://tea.example/pot')
  expect(asked()).toBeTruthy()
  fireEvent.click(button('No preview'))
  expect(asked()).toBeNull()
  send()
  expect((await sentUpload(0)).form.get('noPreview')).toBe('yes')
})

it('asks nothing where no link shows that', async () => {
  await visit({
    'GET /users/user': () => ({ status: 200, body: { ...ada, hasLinkCards: false } }),
  })
  write('Look: https://tea.example/pot')
  expect(asked()).toBeNull()
})
