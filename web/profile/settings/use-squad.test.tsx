import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createQueryClient } from '../../app/query-client.ts'
import { ToastProvider } from '../../ui/toast.tsx'
import { resetSettings, squadOf } from './test-settings.tsx'
import { useSquad } from './use-squad.ts'

afterEach(resetSettings)

// The screen offers neither; another device may have changed the squad a moment ago.
it.each([
  ['a seventh', 6, 'Hana', 'Squad can have at most 6 members'],
  ['a double', 2, 'Cleo', 'Friend is already in your squad'],
])('refuses %s with an alert', async (_, count, name, sentence) => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <Adding count={count} name={name} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  expect(screen.queryByText(/is in your squad now/)).toBeNull()
})

function Adding({ count, name }: { count: number; name: string }) {
  const { add, news } = useSquad(squadOf(count))
  const member = squadOf(7).find(({ username }) => username === name)
  return (
    <>
      <button type="button" onClick={() => member && add(member)}>
        Add
      </button>
      <p>{news}</p>
    </>
  )
}
