import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Button } from './button.tsx'
import { usePreservedFocus } from './preserved-focus.ts'

function Group({ names }: { names: string[] }) {
  return (
    <div {...usePreservedFocus()} data-testid="group">
      {names.map((name) => (
        <Button key={name}>{name}</Button>
      ))}
      <p>Words</p>
    </div>
  )
}

function renderGroup(...names: string[]) {
  const page = (shown: string[]) => (
    <>
      <Group names={shown} />
      <Button>Elsewhere</Button>
    </>
  )
  const { rerender } = render(page(names))
  return { show: (...shown: string[]) => rerender(page(shown)) }
}

const button = (name: string) => screen.getByRole('button', { name })

it('hands the focus on where the button goes by itself', () => {
  const { show } = renderGroup('Join')
  button('Join').focus()
  show('Open', 'Leave')
  expect(document.activeElement).toBe(button('Open'))
  show('Join')
  expect(document.activeElement).toBe(button('Join'))
})

it('gives it to what was pressed, as Safari does not, and hands it on', () => {
  const { show } = renderGroup('Join')
  fireEvent.click(button('Join'))
  expect(document.activeElement).toBe(button('Join'))
  show('Open')
  expect(document.activeElement).toBe(button('Open'))
})

it('keeps it within where no button is left, also of one that stayed for a change before', () => {
  const { show } = renderGroup('Add', 'Other')
  button('Add').focus()
  show('Add')
  expect(document.activeElement).toBe(button('Add'))
  show()
  expect(document.activeElement).toBe(screen.getByTestId('group'))
})

it('hands it on where the button went while another window had it', () => {
  const { show } = renderGroup('Join')
  button('Join').focus()
  fireEvent.blur(button('Join'))
  show('Open')
  expect(document.activeElement).toBe(button('Open'))
})

it.each([
  ['was there and has left', ['Join'], 'Join'],
  ['has gone on', ['Join', 'Elsewhere'], undefined],
  ['was never there', ['Elsewhere'], 'Elsewhere'],
])('takes none where it %s', (_, visited, left) => {
  const { show } = renderGroup('Join')
  for (const each of visited) button(each).focus()
  if (left) button(left).blur()
  const focused = document.activeElement
  show('Open')
  expect(document.activeElement).toBe(focused)
})

it('takes none back that went elsewhere as the button went', () => {
  const { show } = renderGroup('Join')
  const join = button('Join')
  join.focus()
  // React hears of no blur while it takes the button away.
  join.addEventListener('blur', (event) => event.stopPropagation())
  join.addEventListener('focusout', (event) => event.stopPropagation())
  button('Elsewhere').focus()
  show('Open')
  button('Elsewhere').blur()
  show('Join')
  expect(document.activeElement).toBe(document.body)
})
