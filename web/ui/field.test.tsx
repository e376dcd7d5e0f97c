import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { PasswordField } from './password-field.tsx'
import { SearchField } from './search-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

describe('a field', () => {
  it('ties description and error to its control', () => {
    const field = (error?: string) => (
      <TextField
        label="Username"
        description="Letters, digits and underscores."
        error={error}
        value="a"
        onChange={() => {}}
        required
      />
    )
    const { rerender } = render(field())
    const input = screen.getByLabelText('Username')
    expect(descriptionOf(input)).toBe('Letters, digits and underscores.')
    expect(input.getAttribute('aria-invalid')).toBeNull()
    expect(input.hasAttribute('required')).toBe(true)

    rerender(field('Username must be at least 3 characters'))
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(descriptionOf(input)).toContain('Username must be at least 3 characters')
    expect(descriptionOf(input)).toContain('Letters, digits and underscores.')

    rerender(field())
    expect(input.getAttribute('aria-invalid')).toBeNull()
    expect(screen.queryByText('Username must be at least 3 characters')).toBeNull()
  })

  it('is described by what stands elsewhere, too, whatever its control', () => {
    const described = { 'aria-describedby': 'elsewhere', error: 'Not this one.', value: '' }
    render(
      <>
        <p id="elsewhere">It stands elsewhere.</p>
        <TextField {...described} label="Line" onChange={() => {}} />
        <TextArea {...described} label="Lines" onChange={() => {}} />
        <SelectField {...described} label="Choice" options={[]} onChange={() => {}} />
      </>,
    )
    for (const label of ['Line', 'Lines', 'Choice'])
      expect(descriptionOf(screen.getByLabelText(label))).toBe('Not this one. It stands elsewhere.')
  })

  it('counts live near the limit, and over it', async () => {
    render(<Bio />)
    const textarea = screen.getByLabelText('About Me')
    await userEvent.type(textarea, 'sevench')
    expect(screen.queryByText('7 / 10')).toBeNull()
    await userEvent.type(textarea, 's')
    expect(screen.getByText('8 / 10')).toBeTruthy()
    await userEvent.type(textarea, 'sss')
    expect(screen.getByText('11 / 10').className).toContain('text-danger')
  })

  it('counts what a person takes for a character, without the space around', async () => {
    render(<Bio />)
    const textarea = screen.getByLabelText('About Me')
    fireEvent.change(textarea, { target: { value: '  🔥🔥🔥🔥 🔥🔥🔥🔥🔥\n' } })
    expect(screen.getByText('10 / 10').className).not.toContain('text-danger')
    expect(screen.queryByText('Too long')).toBeNull()
    fireEvent.change(textarea, { target: { value: '🔥🔥🔥🔥 🔥🔥🔥🔥🔥.' } })
    expect(screen.getByText('11 / 10')).toBeTruthy()
    expect(descriptionOf(textarea)).toContain('Too long')
  })

  it('offers a choice', async () => {
    render(<Pet />)
    const select = screen.getByLabelText<HTMLSelectElement>('Pet Preference')
    await userEvent.selectOptions(select, 'Cat')
    expect(select.value).toBe('cat')
  })
})

describe('PasswordField', () => {
  it('shows and hides what was typed, and says which it does', async () => {
    render(<PasswordField label="Password" value="Hearth123!" onChange={() => {}} />)
    const input = screen.getByLabelText('Password')
    expect(input.getAttribute('type')).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input.getAttribute('type')).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input.getAttribute('type')).toBe('password')
  })
})

describe('SearchField', () => {
  it('is emptied with one press, ready to type again', async () => {
    render(<FriendSearch />)
    const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search friends' })
    expect(screen.queryByRole('button')).toBeNull()
    await userEvent.type(input, 'ben')
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(input.value).toBe('')
    expect(document.activeElement).toBe(input)
  })

  it('takes no more than can be searched for', async () => {
    render(<FriendSearch />)
    const input = screen.getByRole<HTMLInputElement>('searchbox')
    await userEvent.type(input, 'benjamin the elder')
    expect(input.value).toBe('benjamin')
  })
})

describe('Checkbox', () => {
  it('is switched by its label and by Space, and carries its description', async () => {
    render(<Private />)
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Make my profile private' })
    expect(descriptionOf(box)).toBe('Only friends can see your posts.')
    await userEvent.click(screen.getByText('Make my profile private'))
    expect(box.checked).toBe(true)
    box.focus()
    await userEvent.keyboard(' ')
    expect(box.checked).toBe(false)
  })
})

function Bio() {
  const [value, setValue] = useState('')
  return (
    <TextArea
      label="About Me"
      value={value}
      counterMax={10}
      tooLong="Too long"
      onChange={(event) => setValue(event.target.value)}
    />
  )
}

function Pet() {
  const [value, setValue] = useState<'' | 'cat'>('')
  const options = [
    { value: '', label: 'No preference' },
    { value: 'cat', label: 'Cat' },
  ] as const
  return <SelectField label="Pet Preference" options={options} value={value} onChange={setValue} />
}

function FriendSearch() {
  const [value, setValue] = useState('')
  return <SearchField label="Search friends" value={value} maxLength={8} onChange={setValue} />
}

function Private() {
  const [checked, setChecked] = useState(false)
  return (
    <Checkbox
      label="Make my profile private"
      description="Only friends can see your posts."
      checked={checked}
      onChange={setChecked}
    />
  )
}

function descriptionOf(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}
