import { LOGO_MAX_BYTES, MESSAGES } from '../../contract/community-settings.ts'
import { isImage } from '../platform/files/is-image.ts'

/** What browsers can show before it is sent. */
export const LOGO_ACCEPT = 'image/png,image/jpeg,image/webp'

/** What can be said against it before the server looks at it. */
export function logoProblem(file: File): string | undefined {
  if (!isImage(file)) return MESSAGES.logoMissing
  return file.size > LOGO_MAX_BYTES ? MESSAGES.logoTooLarge : undefined
}
