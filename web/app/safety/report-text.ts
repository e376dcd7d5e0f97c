import { useState } from 'react'
import { localDevice } from '../../platform/web-storage.ts'
import { useUser } from '../session.tsx'
import type { Reportable } from './api.ts'

/**
 * What is written in a report, kept on the device until it is sent, and wiped with the drafts of
 * its member. It does not count as one: nothing may lead back to it, so nobody is asked about it.
 */
export function useReportText({ kind, id }: Reportable): [string, (text: string) => void] {
  const key = `report-draft:${useUser()._id}:${kind}-${id}`
  const [text, setText] = useState(() => localDevice.get(key) ?? '')

  function change(next: string) {
    setText(next)
    if (next === '') localDevice.remove(key)
    else localDevice.set(key, next)
  }

  return [text, change]
}
