/**
 * What is said of the links in mails about an account, apart from what members change themselves.
 */
export const MESSAGES = {
  emailChanged: 'Your address is changed.',
  emailUndone:
    'Your former address is back, every device is signed out, and passkeys of the last week are removed.',
  everywhereSignedOut:
    'Every device is signed out, and passkeys of the last week are removed. Now choose a new password.',
  codesEnd: (when: string) =>
    `Codes were turned on in the last week. They end at ${when}: if they are not yours, sign in after that. If they are, sign in with one before, and they stay.`,
  linkInvalid: 'This link does not work any more.',
  linkFailed: 'That did not work. Please check your connection and try again.',
} as const
