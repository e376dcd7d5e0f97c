import type { REGISTRATIONS } from '../../contract/community.ts'

export const REGISTRATION_NAMES: Record<(typeof REGISTRATIONS)[number], string> = {
  open: 'Everybody',
  approval: 'Whom an administrator lets in',
  invite: 'Who was invited',
  closed: 'Nobody new',
}
