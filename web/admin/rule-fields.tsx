import { Plus, Trash2 } from 'lucide-react'
import type { CommunityRule } from '../../contract/community.ts'
import { COMMUNITY_LIMITS } from '../../contract/community-settings.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { CommunityForm } from './use-community-form.ts'

/** The rules in their order; a report names one of them. */
export function RuleFields({ form }: { form: CommunityForm }) {
  const { rules } = form.values
  const change = (index: number, rule: CommunityRule | undefined) =>
    form.change(
      'rules',
      rules.flatMap((each, at) => (at === index ? (rule ?? []) : each)),
    )
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-2 font-medium text-sm">Rules</legend>
      {rules.map((rule, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place alone
          key={index}
          className="flex flex-col gap-3 rounded-card bg-surface-sunken p-4"
        >
          <TextField
            label={`Rule ${index + 1}`}
            name={`rule-${index}`}
            value={rule.title}
            counterMax={COMMUNITY_LIMITS.ruleTitle}
            onChange={(event) => change(index, { ...rule, title: event.target.value })}
          />
          <TextArea
            label="What it means"
            name={`rule-text-${index}`}
            value={rule.text}
            counterMax={COMMUNITY_LIMITS.ruleText}
            onChange={(event) => change(index, { ...rule, text: event.target.value })}
          />
          <Button
            size="small"
            className="w-fit"
            aria-label={`Remove rule ${index + 1}`}
            onClick={() => change(index, undefined)}
          >
            <Trash2 aria-hidden className="size-4" />
            Remove
          </Button>
        </div>
      ))}
      {form.errors.rules && (
        <p role="alert" className="text-danger text-sm">
          {form.errors.rules}
        </p>
      )}
      {rules.length < COMMUNITY_LIMITS.rules && (
        <Button
          className="w-fit"
          onClick={() => form.change('rules', [...rules, { title: '', text: '' }])}
        >
          <Plus aria-hidden className="size-4" />
          Add a rule
        </Button>
      )}
    </fieldset>
  )
}
