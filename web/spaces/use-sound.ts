import { useEffect, useRef, useState } from 'react'
import { MESSAGES, type Space } from '../../contract/spaces.ts'
import { errorMessage } from '../platform/api-error.ts'
import { useToast } from '../ui/toast.tsx'
import { readSound } from './api.ts'

export type AmbientSound = ReturnType<typeof useSound>

/** The sound of a space: silent until it is asked for, then over and over at the space's volume. */
export function useSound({ _id: spaceId, sound }: Space) {
  const [state, setState] = useState<'silent' | 'loading' | 'playing'>('silent')
  const stopping = useRef<AbortController>(null)
  const toast = useToast()
  const stop = () => {
    stopping.current?.abort()
    setState('silent')
  }
  useEffect(() => () => stopping.current?.abort(), [])

  async function play() {
    const stopper = new AbortController()
    const { signal } = stopper
    stopping.current = stopper
    setState('loading')
    try {
      await playOverAndOver(await readSound(spaceId, signal), sound.volume, signal)
      if (!signal.aborted) setState('playing')
    } catch (error) {
      if (signal.aborted) return
      setState('silent')
      toast.alert(errorMessage(error, MESSAGES.soundFailed))
    }
  }

  return { state, play, stop }
}

async function playOverAndOver(bytes: Blob, volume: number, signal: AbortSignal) {
  const url = URL.createObjectURL(bytes)
  const audio = new Audio(url)
  audio.loop = true
  audio.volume = volume
  signal.addEventListener('abort', () => {
    audio.pause()
    URL.revokeObjectURL(url)
  })
  await audio.play()
}
