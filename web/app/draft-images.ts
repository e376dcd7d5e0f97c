import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { draftFiles } from '../platform/draft-files.ts'

interface DraftImages {
  images: File[]
  /** Whether the pictures will be there after a reload. */
  areImagesKept: boolean
}

const NOTHING: DraftImages = { images: [], areImagesKept: false }

/**
 * The pictures of what is being written, on the device where the browser lets us; `name` is the
 * draft's. The cache that they are read into is cleared when the member leaves.
 */
export function useDraftImages(name: string) {
  const client = useQueryClient()
  const key = ['unsent-images', name] as const
  const { data = NOTHING } = useQuery<DraftImages>({
    queryKey: key,
    queryFn: async () => {
      const images = await draftFiles.read(name)
      // Others may have been chosen meanwhile.
      return (
        client.getQueryData<DraftImages>(['unsent-images', name]) ?? {
          images,
          areImagesKept: images.length > 0,
        }
      )
    },
    networkMode: 'always',
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

  // It is one draft in all tabs.
  useEffect(() => {
    let latest = 0
    return draftFiles.onOtherTab(name, async () => {
      const change = ++latest
      const images = await draftFiles.read(name)
      // That there are none any more is known sooner than which there were.
      if (change !== latest) return
      client.setQueryData<DraftImages>(['unsent-images', name], {
        images,
        areImagesKept: images.length > 0,
      })
    })
  }, [client, name])

  const setImages = useCallback(
    async (images: File[]) => {
      const show = (areImagesKept: boolean) =>
        client.setQueryData<DraftImages>(['unsent-images', name], (known) =>
          known?.images === images || !areImagesKept ? { images, areImagesKept } : known,
        )
      show(false)
      if (await draftFiles.keep(name, images)) show(true)
    },
    [client, name],
  )
  return { ...data, setImages }
}
