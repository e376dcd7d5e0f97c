import { useSession } from '../app/session.tsx'
import { LoginForm } from './login-form.tsx'

export function LoginScreen() {
  const { signIn } = useSession()
  return <LoginForm signIn={signIn} />
}
