import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RichText } from './rich-text.tsx'

const html = (text: string) => render(<RichText text={text} />).container.innerHTML

it('draws paragraphs, headings, lists and links', () => {
  render(
    <RichText
      text={
        'Welcome\nto tea\n\n## Hours\n- Monday\n- Friday\n1. Come\n2. Sit\n\nSee [the plan](https://tea.example.org/plan) or https://tea.example.org.'
      }
    />,
  )
  expect(screen.getByText('Welcome to tea').tagName).toBe('P')
  expect(screen.getByRole('heading', { name: 'Hours' })).toBeTruthy()
  expect(screen.getAllByRole('list').map(({ tagName }) => tagName)).toEqual(['UL', 'OL'])
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['https://tea.example.org/plan', 'https://tea.example.org/'])
})

it('makes nothing else of what is written', () => {
  expect(html('<img src=x onerror=alert(1)> **no**')).toContain(
    '&lt;img src=x onerror=alert(1)&gt; **no**',
  )
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://me@evil.example',
  ])
    expect(html(`[press](${address})`)).not.toContain('<a')
})
