// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { hasUnsavedWork } from './unsaved-work.ts'

afterEach(() => document.body.replaceChildren())

function fieldWith(value: string) {
  const field = document.createElement('textarea')
  document.body.append(field)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return field
}

it('is what was typed in a field, for as long as that is there and says something', () => {
  const field = fieldWith('Half a thou')
  expect(hasUnsavedWork()).toBe(true)
  field.value = ''
  expect(hasUnsavedWork()).toBe(false)
  field.value = 'Half'
  field.remove()
  expect(hasUnsavedWork()).toBe(false)
})

it('keeps no field that was removed once another is typed in', () => {
  const gone = fieldWith('Sent.')
  gone.remove()
  fieldWith('')
  // Were it still kept, it would count again where it comes back.
  document.body.append(gone)
  expect(hasUnsavedWork()).toBe(false)
})
