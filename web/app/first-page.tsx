import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { LoginForm } from '../accounts/login-form.tsx'
import { LoadingLayout } from './loading-layout.tsx'

/**
 * What the page shows before any code has come, by the `data-first` that `public/boot.js` gives it.
 * The build draws it into the page; the same is drawn over it, with what was typed meanwhile
 * (`accounts/typed-ahead.ts`).
 */
export function renderFirstPage(): string {
  const markup = renderToStaticMarkup(
    <>
      <div data-first="sign-in">
        <MemoryRouter>
          <LoginForm signIn={() => {}} />
        </MemoryRouter>
      </div>
      <div data-first="member">
        <LoadingLayout />
      </div>
    </>,
  )
  return (
    markup
      // The browser would send the form by itself, with the password in the address.
      .replaceAll('type="submit"', 'type="button" data-submit')
      .replaceAll(/<title>.*?<\/title>/g, '')
  )
}
