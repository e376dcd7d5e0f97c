import { generatePath } from 'react-router'
import { paths } from '../app/paths.ts'
import { useToast } from '../ui/toast.tsx'
import { copyText } from './copy-text.ts'

/** Puts the post's own address on the clipboard; where no program may, shows it to copy by hand. */
export function useCopyPostLink(postId: string): () => Promise<void> {
  const toast = useToast()
  return async () => {
    const url = window.location.origin + generatePath(paths.post, { id: postId })
    if (await copyText(url)) toast.success('The link is copied.')
    else toast.alert(`Your browser does not let us copy the link. Here it is: ${url}`)
  }
}
