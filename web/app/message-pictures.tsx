import { useEffect, useEffectEvent, useState } from 'react'
import type { PostImage } from '../../contract/posts.ts'
import { PostPictures } from '../posts/post-pictures.tsx'

interface MessagePicturesProps {
  images: PostImage[]
  author: string
  widest: string
  /** Asks for the addresses of all of them; rejects when there are none. */
  renew: () => Promise<void>
}

/** The pictures of a message, once their addresses are there: who hears of one asks for them. */
export function MessagePictures({ images, author, widest, renew }: MessagePicturesProps) {
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
  return <PostPictures {...{ images, author, widest, renew }} />
}
