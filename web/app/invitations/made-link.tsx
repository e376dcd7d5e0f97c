import { useEffect, useId, useRef, useState } from 'react'
import { copyText } from '../../posts/copy-text.ts'
import { Button } from '../../ui/button.tsx'

/** The link of an invitation, the one time that it is shown. */
export function MadeLink({ url }: { url: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => field.current?.focus(), [])

  async function copy() {
    // Where no program may copy, the address is left selected for the person to copy by hand.
    if (await copyText(url)) setIsCopied(true)
    else field.current?.select()
  }

  return (
    <section className="flex flex-col gap-2 rounded-card bg-ember-soft p-4">
      <label htmlFor={id} className="font-medium">
        Your link
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          dir="ltr"
          value={url}
          onFocus={(event) => event.target.select()}
          className="min-h-11 min-w-0 flex-1 basis-48 truncate rounded-control border border-line-strong bg-surface-raised px-3 text-sm"
        />
        <Button onClick={copy} className="bg-surface-raised">
          {isCopied ? 'Copied!' : 'Copy Link'}
        </Button>
      </div>
      <p className="text-ink-soft text-sm">
        Copy it now: for your friends’ safety we keep no copy. You can make a new link any time.
      </p>
      <span role="status" className="sr-only">
        {isCopied && 'Copied!'}
      </span>
    </section>
  )
}
