import { Check, Dot } from 'lucide-react'
import { PASSWORD_RULES } from '../../contract/accounts.ts'

/** The field that they are of is described by them: `password-rules`. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <div id="password-rules" className="text-sm">
      <p className="text-ink-soft">Your password must</p>
      <ul className="mt-1 flex flex-col">
        {PASSWORD_RULES.map((rule) => (
          <Rule key={rule.says} text={shortened(rule.says)} isMet={rule.met(password)} />
        ))}
      </ul>
    </div>
  )
}

function Rule({ text, isMet }: { text: string; isMet: boolean }) {
  const Icon = isMet ? Check : Dot
  return (
    <li className={isMet ? 'flex gap-2 text-success' : 'flex gap-2 text-ink-soft'}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {text}
        <span className="sr-only">{isMet ? ', done' : ', not yet'}</span>
      </span>
    </li>
  )
}

function shortened(sentence: string): string {
  return sentence.replace('Password must ', '')
}
