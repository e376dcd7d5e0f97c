/** Says of a queue that is shown in part how many are not; nothing where all are. */
export function MoreWaiting({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null
  return (
    <p className="pt-3 text-ink-soft">
      {`And ${(total - shown).toLocaleString('en')} more, once these are decided.`}
    </p>
  )
}
