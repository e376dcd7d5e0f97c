import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { IMPORT_MAX_BYTES, type ImportStatus, MESSAGES } from '../../../contract/import.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { ApiError, errorMessage } from '../../platform/api-error.ts'
import { importOptions, sendArchive, takeBack } from './api.ts'

export function useImport(status: ImportStatus) {
  const client = useQueryClient()
  const sending = useRef(new AbortController())
  const [progress, setProgress] = useState(0)
  const keep = (now: ImportStatus) => client.setQueryData(importOptions.queryKey, now)
  const refresh = () => client.invalidateQueries({ queryKey: importOptions.queryKey })
  const send = useMutation({
    mutationFn(file: File) {
      if (file.size === 0) throw refusal(MESSAGES.notAnArchive)
      if (file.size > IMPORT_MAX_BYTES) throw refusal(MESSAGES.tooLarge)
      sending.current = new AbortController()
      setProgress(0)
      return sendArchive(file, status, { stop: sending.current.signal, onProgress: setProgress })
    },
    onSuccess: keep,
    onError: refresh,
  })
  const undo = useMutation({
    mutationFn() {
      sending.current.abort()
      return takeBack()
    },
    onMutate: () => send.reset(),
    onSuccess: keep,
    onError: refresh,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.feeds }),
  })
  const isStopped = sending.current.signal.aborted
  return {
    ...{ send, undo, progress },
    failure:
      (send.error && !isStopped && errorMessage(send.error, MESSAGES.sendFailed)) ||
      (undo.error && errorMessage(undo.error, MESSAGES.takeBackFailed)),
  }
}

/** As the server would, before anything is sent. */
function refusal(msg: string): ApiError {
  return new ApiError({ status: 400, body: { msg } })
}
