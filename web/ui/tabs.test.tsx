import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Segmented } from './segmented.tsx'
import { Tabs } from './tabs.tsx'

describe('Tabs', () => {
  it('name each tab with its count and show only the chosen panel', async () => {
    render(<FriendTabs />)
    expect(screen.getByRole('tab', { name: 'Friends 3', selected: true })).toBeTruthy()
    expect(screen.getByRole('tabpanel', { name: 'Friends 3' }).textContent).toBe('my friends')
    await userEvent.click(screen.getByRole('tab', { name: 'Requests 0' }))
    expect(screen.getByRole('tabpanel').textContent).toBe('who asks')
  })

  it('are walked with the arrow keys and chosen with Enter', async () => {
    render(<FriendTabs />)
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Friends 3' }))
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
    expect(screen.getByRole('tab', { name: 'Discover', selected: true })).toBeTruthy()
    expect(screen.getByRole('tabpanel').textContent).toBe('everyone')
  })
})

describe('Segmented', () => {
  it('always has exactly one option pressed', async () => {
    render(<FeedChoice />)
    const group = screen.getByRole('group', { name: 'Feed' })
    await userEvent.click(screen.getByRole('button', { name: 'Public' }))
    expect(pressed(group)).toEqual(['Public'])
    await userEvent.click(screen.getByRole('button', { name: 'Public' }))
    expect(pressed(group)).toEqual(['Public'])
  })

  it('is one stop of the Tab key, walked around with the arrow keys', async () => {
    render(<FeedChoice />)
    const option = (name: string) => screen.getByRole('button', { name })
    await userEvent.tab()
    expect(document.activeElement).toBe(option('Friends'))
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(option('Public'))
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(option('Friends'))
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    expect(pressed(screen.getByRole('group'))).toEqual(['Public'])
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
  })
})

function FriendTabs() {
  const [tab, setTab] = useState<'friends' | 'requests' | 'discover'>('friends')
  return (
    <Tabs
      label="People"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'friends', label: 'Friends', count: 3, panel: 'my friends' },
        { value: 'requests', label: 'Requests', count: 0, panel: 'who asks' },
        { value: 'discover', label: 'Discover', panel: 'everyone' },
      ]}
    />
  )
}

function FeedChoice() {
  const [feed, setFeed] = useState<'friends' | 'public'>('friends')
  const options = [
    { value: 'friends', label: 'Friends' },
    { value: 'public', label: 'Public' },
  ] as const
  return <Segmented label="Feed" options={options} value={feed} onChange={setFeed} />
}

function pressed(group: HTMLElement): (string | null)[] {
  return Array.from(group.querySelectorAll('[aria-pressed=true]'), (button) => button.textContent)
}
