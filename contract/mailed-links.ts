/** What is said of the links in mails about an account, apart from what members change themselves. */
export const MESSAGES = {
  emailChanged: 'Your address is changed.',
  emailUndone:
    'Your former address is back, every device is signed out, and passkeys of the last week are removed.',
  everywhereSignedOut:
    'Every device is signed out, and passkeys of the last week are removed. Now choose a new password.',
  linkInvalid: 'This link does not work any more.',
  linkFailed: 'That did not work. Please check your connection and try again.',
} as const
