import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { CommunityForm } from './use-community-form.ts'

/** What the picker shows while the colours are Snug's own. */
const OWN = '#bf4310'

/**
 * One colour; from it come all that follow it, each as dark or light as it has to be to be read.
 */
export function AccentField({ form }: { form: CommunityForm }) {
  const { accent } = form.values
  return (
    <Field
      label="Accent colour"
      description="It is made darker by day and lighter by night where it could not be read."
      error={form.errors.accent}
    >
      {(control) => (
        <div className="flex items-center gap-3">
          <input
            {...control}
            type="color"
            name="accent"
            value={accent || OWN}
            onChange={(event) => form.change('accent', event.target.value)}
            className="size-11 cursor-pointer rounded-control border border-line-strong bg-surface-raised p-1"
          />
          <Button size="small" disabled={accent === ''} onClick={() => form.change('accent', '')}>
            Snug’s own
          </Button>
        </div>
      )}
    </Field>
  )
}
