interface MailSettings {
  smtpUrl: string | null
  mailFrom: string
  publicUrl: string
}

/**
 * Why mail reaches nobody as it is set up, in a sentence; null where it may, or nobody else is
 * here.
 */
export function mailProblemOf(
  { smtpUrl, mailFrom, publicUrl }: MailSettings,
  { isPublic }: { isPublic: boolean },
): string | null {
  if (!isPublic) return null
  if (smtpUrl === null)
    return `There is no SMTP_URL, so nobody who registers at ${publicUrl} can verify their email: set it, and try it by "snug mail test ADDRESS".`
  if (/@localhost>?$/i.test(mailFrom))
    return `${mailFrom} would be the sender, whom other mail servers refuse or take for spam: set MAIL_FROM to an address of yours, like "Snug <snug@example.org>".`
  return null
}
