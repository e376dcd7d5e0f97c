import type { CommunityRule } from '../../contract/community.ts'

export function RuleList({ rules }: { rules: CommunityRule[] }) {
  return (
    <ol className="flex list-decimal flex-col gap-4 ps-6 marker:font-semibold">
      {rules.map(({ title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rules may say the same
        <li key={index} dir="auto" className="wrap-anywhere">
          <p className="font-semibold">{title}</p>
          {text && <p className="whitespace-pre-line text-ink-soft">{text}</p>}
        </li>
      ))}
    </ol>
  )
}
