/** False when the browser refuses. Over plain http browsers offer only the older way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
    return copyTheOldWay(text)
  } catch {
    return false
  }
}

function copyTheOldWay(text: string): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', fill)
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', fill)
  }
}
