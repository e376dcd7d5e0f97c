import { useEffect, useState } from 'react'
import { DEFAULT_PROMPT, dateString, promptOf, THEME_CHECK_EVERY_MS } from '../../contract/theme.ts'
import { localDevice } from '../platform/web-storage.ts'

const CACHE_KEY = 'theme-of-the-day'

interface Theme {
  date: string
  prompt: string
}

/** By the reader's date. The regular check is for a device that slept through midnight. */
export function useThemeOfTheDay(): string {
  const [prompt, setPrompt] = useState(promptOfToday)
  useEffect(() => {
    const check = () => setPrompt(promptOfToday())
    const regular = setInterval(check, THEME_CHECK_EVERY_MS)
    const stopWaiting = everyMidnight(check)
    return () => {
      clearInterval(regular)
      stopWaiting()
    }
  }, [])
  return prompt
}

/** Kept on the device, so that a new version of Snug does not change the prompt within a day. */
function promptOfToday(): string {
  const date = dateString(new Date())
  const stored = readStored()
  if (stored?.date === date) return stored.prompt
  const prompt = promptOf(date) || DEFAULT_PROMPT
  localDevice.set(CACHE_KEY, JSON.stringify({ date, prompt }))
  return prompt
}

function readStored(): Theme | undefined {
  try {
    const { date, prompt } = JSON.parse(localDevice.get(CACHE_KEY) ?? '')
    return typeof prompt === 'string' && prompt !== '' ? { date, prompt } : undefined
  } catch {
    return undefined
  }
}

function everyMidnight(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => {
      act()
      wait()
    }, msToMidnight(new Date()))
  }
  wait()
  return () => clearTimeout(timer)
}

function msToMidnight(now: Date): number {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  return midnight.getTime() - now.getTime()
}
