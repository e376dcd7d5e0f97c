import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  type CommunitySettings,
  COMMUNITY_LIMITS as LIMITS,
} from '../../contract/community-settings.ts'
import { LeaveGuard } from '../app/leave-guard.tsx'
import { ReasonField } from '../app/reason-field.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { takeLostFocus } from '../ui/lost-focus.ts'
import { RichText } from '../ui/rich-text.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AccentField } from './accent-field.tsx'
import { AdmissionFields } from './admission-fields.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import { communitySettingsOptions } from './community-api.ts'
import { LogoField, useShownLogo } from './logo-field.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { RuleFields } from './rule-fields.tsx'
import { type CommunityForm, useCommunityForm } from './use-community-form.ts'

export function CommunityTab() {
  const settings = useQuery(communitySettingsOptions)
  if (settings.isPending) return <RowsSkeleton label="Loading the settings" />
  if (!settings.data) return <ErrorState text="Failed to load the settings." query={settings} />
  return <SettingsForm saved={settings.data} />
}

// What takes the focus comes to stand above the bar, with what is said under it.
const FORM_CLASSES =
  'flex max-w-3xl flex-col gap-10 [&_:focus:not(.sticky_*)]:scroll-mb-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+var(--offline-notice-height,0px)+9rem)]'

function SettingsForm({ saved }: { saved: CommunitySettings }) {
  const form = useCommunityForm(saved)
  const savedLogo = saved.logo && `/media/logo/${saved.logo}/192.webp`
  const logoUrl = useShownLogo(form, savedLogo)
  return (
    <form noValidate onSubmit={form.submit} className={FORM_CLASSES}>
      <LeaveGuard hasUnsaved={form.hasUnsaved} isInTab onDiscard={form.discard} />
      <Section title="Name and colours">
        <TextField
          label="Name"
          name="name"
          value={form.values.name}
          error={form.errors.name}
          counterMax={LIMITS.name}
          onChange={(event) => form.change('name', event.target.value)}
        />
        <TextField
          label="One line about it"
          name="tagline"
          description="Stands on the sign-in page and under every mail."
          value={form.values.tagline}
          error={form.errors.tagline}
          counterMax={LIMITS.tagline}
          onChange={(event) => form.change('tagline', event.target.value)}
        />
        <LogoField form={form} url={logoUrl} />
        <AccentField form={form} />
        <BrandingPreview branding={form.values} logoUrl={logoUrl} />
      </Section>
      <Section title="Who comes in">
        <AdmissionFields form={form} />
      </Section>
      <Section title="On top of Home">
        <LongText
          form={form}
          field="announcement"
          label="Announcement"
          description="Every member sees it until they close it. Empty: there is none."
          max={LIMITS.announcement}
        />
      </Section>
      <Section title="About and rules">
        <LongText
          form={form}
          field="about"
          label="About this community"
          description={MARKS}
          max={LIMITS.about}
        />
        <RuleFields form={form} />
      </Section>
      <Pages form={form} />
      <Reason form={form} />
      <SaveBar form={form} />
    </form>
  )
}

const MARKS = 'Lines that begin with - are a list, ## is a heading, [name](address) a link.'

function Pages({ form }: { form: CommunityForm }) {
  return (
    <Section title="Pages for everybody">
      <LongText
        form={form}
        field="imprint"
        label="Imprint"
        description="Who runs this server and how to reach them. Empty: there is no such page."
        max={LIMITS.page}
      />
      <LongText
        form={form}
        field="privacy"
        label="Privacy policy"
        description="Empty: the page says what the software itself keeps and does."
        max={LIMITS.page}
      />
      <LongText
        form={form}
        field="terms"
        label="Terms"
        description="Empty: there is no such page."
        max={LIMITS.page}
      />
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5">
      <h2 className="font-semibold font-serif text-xl">{title}</h2>
      {children}
    </section>
  )
}

interface LongTextProps {
  form: CommunityForm
  field: 'about' | 'announcement' | 'imprint' | 'privacy' | 'terms'
  label: string
  description: string
  max: number
}

function LongText({ form, field, label, description, max }: LongTextProps) {
  const text = form.values[field]
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={label}
        name={field}
        description={description}
        rows={3}
        value={text}
        error={form.errors[field]}
        counterMax={max}
        onChange={(event) => form.change(field, event.target.value)}
      />
      {text.trim() !== '' && (
        <details>
          <summary className="w-fit py-2 font-medium text-sm">How it will look</summary>
          <div className="rounded-card bg-surface-sunken p-4">
            <RichText text={text} />
          </div>
        </details>
      )}
    </div>
  )
}

/** Not in the bar below: there it would cover what is being typed. */
function Reason({ form }: { form: CommunityForm }) {
  if (!form.hasUnsaved) return null
  return (
    <ReasonField
      label="Why? It is kept in the log."
      reason={form.reason}
      error={form.errors.reason}
      onChange={form.changeReason}
    />
  )
}

/** Stays in sight while there is something to save. */
function SaveBar({ form }: { form: CommunityForm }) {
  const { reason: _, ...above } = form.errors
  const save = useLostFocus(form.hasUnsaved)
  return (
    <div className="sticky bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+var(--offline-notice-height,0px))] flex flex-col gap-3 bg-surface py-3">
      {form.failure && <Banner tone="error">{form.failure.sentence}</Banner>}
      {Object.values(above).some((error) => error !== undefined) && (
        <Banner tone="error">Some of it cannot be saved like this. Please look above.</Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {/* Disabled, what was pressed would lose the focus. */}
        <Button
          ref={save}
          type="submit"
          variant="primary"
          busy={form.isSubmitting}
          aria-disabled={!form.hasUnsaved}
        >
          Save
        </Button>
        <Button
          onClick={() => !form.isSubmitting && form.discard()}
          aria-disabled={!form.hasUnsaved || form.isSubmitting}
        >
          Discard
        </Button>
        <p role="status" className="text-ink-soft text-sm">
          {form.hasUnsaved && 'You have unsaved changes.'}
        </p>
      </div>
    </div>
  )
}

/** The field for the reason goes with the last change, and may have had the focus. */
function useLostFocus(hasUnsaved: boolean) {
  const save = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasUnsaved) return () => takeLostFocus(save.current)
  }, [hasUnsaved])
  return save
}
