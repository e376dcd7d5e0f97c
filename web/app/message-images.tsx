import { useEffect, useEffectEvent, useState } from 'react'
import type { PostImage } from '../../contract/posts.ts'
import { PostImages } from '../posts/post-images.tsx'

interface MessageImagesProps {
  images: PostImage[]
  author: string
  widest: string
  /** Asks for the addresses of all of them; rejects when there are none. */
  renew: () => Promise<void>
}

/** The pictures of a message, once their addresses are there: who hears of one asks for them. */
export function MessageImages({ images, author, widest, renew }: MessageImagesProps) {
  const isLacking = images.some(({ sources }) => sources.length === 0)
  const [wasAsked, setWasAsked] = useState(false)
  const ask = useEffectEvent(() => {
    const done = () => setWasAsked(true)
    renew().then(done, done)
  })
  useEffect(() => {
    if (isLacking) ask()
  }, [isLacking])
  if (isLacking && !wasAsked) return null
  return <PostImages {...{ images, author, widest, renew }} />
}
