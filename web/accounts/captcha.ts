import { useState } from 'react'
import { CAPTCHA_OPERAND_MAX, MESSAGES } from '../../contract/accounts.ts'

interface Sum {
  left: number
  right: number
}

/** A sum of two small numbers, to tell people from the simplest of robots. */
export function useCaptcha(random: () => number) {
  const [sum, setSum] = useState(() => freshSum(random))
  return {
    question: `What is ${sum.left} + ${sum.right}?`,
    /** What is wrong with the answer, if anything. */
    errorOf(answer: string): string | undefined {
      if (answer.trim() === '') return MESSAGES.captchaMissing
      return Number(answer) === sum.left + sum.right ? undefined : MESSAGES.captchaWrong
    },
    renew: () => setSum(freshSum(random)),
  }
}

function freshSum(random: () => number): Sum {
  const operand = () => 1 + Math.floor(random() * CAPTCHA_OPERAND_MAX)
  return { left: operand(), right: operand() }
}
