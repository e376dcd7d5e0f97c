import { render } from '@testing-library/react'
import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import { drawnIcon } from './drawn-icon.ts'

const Drawn = drawnIcon([
  ['path', { d: 'M5 12h14' }],
  ['path', { d: 'M12 5v14' }],
])

it.each([
  {},
  { 'aria-hidden': true },
  { className: 'size-5 text-accent', strokeWidth: 3 },
  { role: 'img', 'aria-label': 'New' },
])('draws with %o what the library draws', (props) => {
  expect(markupOf(<Drawn {...props} />)).toEqual(markupOf(<Plus {...props} />))
})

function markupOf(icon: ReactElement) {
  const svg = render(icon).container.querySelector('svg')
  svg?.classList.remove('lucide', 'lucide-plus')
  if (svg?.classList.length === 0) svg.removeAttribute('class')
  return { attributes: attributesOf(svg), lines: svg?.innerHTML }
}

function attributesOf(element: Element | null | undefined) {
  return Object.fromEntries(
    Array.from(element?.attributes ?? [], ({ name, value }) => [name, value]),
  )
}
