import { useEffect, useRef, useState } from 'react'
import { MESSAGES } from '../../contract/second-factor.ts'
import { ApiError } from '../platform/api-error.ts'

/**
 * A form that asks for a code as soon as the server does: only some accounts have a second step.
 */
export function useCodeStep() {
  const [asksCode, setAsksCode] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (asksCode) box.current?.querySelector('input')?.focus()
  }, [asksCode])
  return {
    asksCode,
    /** Of the form. */
    box,
    check: (code: string): { code?: string } =>
      asksCode && code.trim() === '' ? { code: MESSAGES.codeRequired } : {},
    /** `work` rejects with a 401 where a code is needed besides. */
    async send(code: string, work: (code?: string) => Promise<void>) {
      try {
        await work(asksCode ? code : undefined)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') throw error
        setAsksCode(true)
      }
    },
  }
}
