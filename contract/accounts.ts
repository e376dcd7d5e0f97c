import { z } from 'zod'
import { author } from './author.ts'
import { characterCount, hasNul, id, timestamp } from './text.ts'

const USERNAME_MIN = 3
const USERNAME_MAX = 19
export const EMAIL_MAX = 254
const PASSWORD_MIN_AT_REGISTER = 8
export const PASSWORD_MIN_AT_RESET = 6
const PASSWORD_MAX = 200
export const CAPTCHA_OPERAND_MAX = 10

export const LOGIN_ATTEMPTS = 3
export const LOGIN_RETRY_DELAY_MS = 2_000
export const LOGIN_TIMEOUT_MS = 10_000
export const REMEMBER_ME_DAYS = 30
export const RESET_REDIRECT_DELAY_MS = 2_000

export const TOKEN_HEADER = 'x-auth-token'

/**
 * What the screens and the server say about accounts, word for word the specification's where it
 * speaks.
 */
export const MESSAGES = {
  usernameShort: 'Username must be at least 3 characters',
  usernameLong: 'Username must be less than 20 characters',
  usernameCharacters: 'Username can only contain letters, numbers, and underscores',
  usernameTaken: 'Username is already taken. Please choose another.',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  emailTaken: 'An account with this email already exists.',
  emailWaiting: 'This email is waiting to be verified. We can send the verification email again.',
  hostLinkUsed:
    'This link for the first administrator does not work any more. Whoever runs this server finds the current one in its terminal.',
  passwordRequired: 'Password is required',
  passwordShort: 'Password must be at least 8 characters',
  passwordShortAtReset: 'Password must be at least 6 characters long',
  passwordLong: 'Password must be at most 200 characters',
  passwordLowercase: 'Password must contain at least one lowercase letter',
  passwordUppercase: 'Password must contain at least one uppercase letter',
  passwordDigit: 'Password must contain at least one number',
  passwordSpecial: 'Password must contain at least one special character (@$!%*?&)',
  passwordCommon: 'This password is too common. Please choose one that is harder to guess.',
  passwordCharacter: 'Password holds a character we cannot keep.',
  passwordsDiffer: 'Passwords do not match',
  captchaMissing: 'Please complete the CAPTCHA',
  captchaWrong: 'Incorrect answer. Please try again.',
  registered: 'Registration successful! Please check your email to verify your account.',
  registerFailed: 'Registration failed. Please try again.',
  loginFailed: 'Login failed. Please try again.',
  wrongCredentials: 'The email or the password is not right.',
  notVerified: 'Please verify your email first. We sent you a link when you registered.',
  starting: (attempt: number) =>
    `Server is starting up... Retrying in 2 seconds (${attempt}/${LOGIN_ATTEMPTS})`,
  resetMailSent: 'Password reset email sent! Check your inbox.',
  resetMailFailed: 'Failed to send reset email. Please try again.',
  resetLinkInvalid: 'Invalid or expired reset link. Please request a new password reset.',
  resetLinkValid: 'This link is valid.',
  resetFailed: 'Failed to reset password. Please try again.',
  resetDone: 'Password reset successfully! Redirecting to login...',
  verified: 'Your email is verified. You can sign in now.',
  verificationFailed: 'Verification failed. The link may be invalid or expired.',
  registrationRemoved: 'The registration is removed. Nothing of it is kept here.',
  registrationNotRemoved: 'This link does not work any more. There is no registration to remove.',
  verificationMailSent: 'Verification email sent! Check your inbox.',
  verificationMailFailed: 'Failed to send verification email. Please try again.',
  resendEmailMissing: 'Please enter your email address',
  verificationFallback: 'Something went wrong. Please try again later.',
  signedOut: 'You are signed out.',
  accountDeleted: 'Your account is deleted.',
  sessionEnded: 'Your session has ended. Please sign in again.',
} as const

export const username = z
  .string(MESSAGES.usernameShort)
  .min(USERNAME_MIN, MESSAGES.usernameShort)
  .max(USERNAME_MAX, MESSAGES.usernameLong)
  .regex(/^[A-Za-z0-9_]+$/, MESSAGES.usernameCharacters)

/**
 * What browsers take for an address, in a domain of two names or more, also of other scripts
 * (`xn--…`).
 */
const EMAIL_PATTERN =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:[.][\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?[.])+[a-z][a-z\d-]{0,61}[a-z\d]$/i

const emailOf = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(EMAIL_MAX, MESSAGES.emailInvalid)
    .pipe(z.email({ pattern: EMAIL_PATTERN, error: MESSAGES.emailInvalid }))
    .meta({ format: 'email' })

export const email = emailOf(MESSAGES.emailRequired)

/**
 * Each rule of a password at registration, with its sentence: the form ticks them off one by one.
 */
export const PASSWORD_RULES: readonly { says: string; met: (password: string) => boolean }[] = [
  { says: MESSAGES.passwordShort, met: (p) => characterCount(p) >= PASSWORD_MIN_AT_REGISTER },
  { says: MESSAGES.passwordLowercase, met: (p) => /\p{Ll}/u.test(p) },
  { says: MESSAGES.passwordUppercase, met: (p) => /\p{Lu}/u.test(p) },
  { says: MESSAGES.passwordDigit, met: (p) => /\p{Nd}/u.test(p) },
  { says: MESSAGES.passwordSpecial, met: (p) => /[@$!%*?&]/.test(p) },
]

const bounded = z
  .string(MESSAGES.passwordRequired)
  .min(1, MESSAGES.passwordRequired)
  .max(2 * PASSWORD_MAX, { message: MESSAGES.passwordLong, abort: true })
  .refine((p) => characterCount(p) <= PASSWORD_MAX, MESSAGES.passwordLong)
  .refine((p) => !hasNul(p) && p.isWellFormed(), MESSAGES.passwordCharacter)
  .meta({ maxLength: PASSWORD_MAX, description: 'Taken as it is typed, white space and all.' })

/** The first rule that is not met speaks. That it is not a common one, only the server checks. */
export const passwordAtRegister = bounded
  .superRefine((p, context) => {
    const broken = p === '' ? undefined : PASSWORD_RULES.find((rule) => !rule.met(p))
    if (broken) context.addIssue({ code: 'custom', message: broken.says })
  })
  .meta({
    minLength: PASSWORD_MIN_AT_REGISTER,
    description: PASSWORD_RULES.map(({ says }) => `${says}.`).join(' '),
  })

const passwordAtReset = bounded
  .refine((p) => characterCount(p) >= PASSWORD_MIN_AT_RESET, MESSAGES.passwordShortAtReset)
  .meta({ minLength: PASSWORD_MIN_AT_RESET })

/**
 * A password offered at sign-in: only its bounds are checked, since older rules may have made it.
 */
export const passwordOffered = bounded

export const loginBody = z.object({
  email,
  password: passwordOffered,
  rememberMe: z.boolean().default(false),
})
export const emailBody = z.object({ email })
export const resendBody = z.object({ email: emailOf(MESSAGES.resendEmailMissing) })
export const resetBody = z.object({ password: passwordAtReset })
/** As much as a body has: of a text that is no token of ours a 401 says so, whatever its length. */
const TOKEN_SENT_MAX = 32 * 1024
export const refreshBody = z.object({
  token: z.string(MESSAGES.sessionEnded).max(TOKEN_SENT_MAX, MESSAGES.sessionEnded),
})

/** The token at the end of a mailed link. Anything of another form is simply not a link of ours. */
export const linkParams = z.object({ token: z.string().max(500) })

/**
 * The signed-in member's own record: the only place but the administrators' where an email stands.
 */
export const currentUser = z.object({
  _id: id,
  username: z.string(),
  email: z.string(),
  userNumber: z.number().int(),
  isAdmin: z.boolean(),
  isPrivate: z.boolean(),
  profilePhoto: z.string().nullable(),
  aboutMe: z.string(),
  petPreference: z.enum(['dog', 'cat', '']),
  currentlyVibingTo: z.string(),
  currentlyVibingToSpotify: z.string(),
  createdAt: timestamp,
  /** Whether presence is shown in place of numbers; null while they were not asked. */
  quietNumbers: z.boolean().nullable(),
  /** Whether they wanted to see the first steps of a newcomer no more. */
  areFirstStepsHidden: z.boolean(),
  /** In their own order. Of friends, requests and posts there are only the counts: lists of them
   * may be long, and have calls of their own. */
  squad: z.array(author),
  friendCount: z.number().int(),
  friendRequestCount: z.number().int(),
  /** Whether a request of theirs waits to be answered. */
  hasAskedSomebody: z.boolean(),
  postCount: z.number().int(),
  /** For a friend to register: from the public address on. Null: an invitation has to be made. */
  inviteUrl: z.string().nullable(),
  /** Whether they may make invitations: people can come in, and not by administrators alone. */
  mayInvite: z.boolean(),
  /** Of administrators alone: whether their password is all that signs them in. */
  needsSecondFactor: z.boolean().exactOptional(),
  /** Of administrators alone: whether they act as such only with a second step of their sign-in. */
  needsSecondFactorToAct: z.boolean().exactOptional(),
  /** Whether posts and messages show where their links lead; said only where they do not. */
  hasLinkCards: z.boolean().exactOptional(),
})
export type CurrentUser = z.infer<typeof currentUser>

export const loginAnswer = z.object({ token: z.string(), user: currentUser })
export type LoginAnswer = z.infer<typeof loginAnswer>
export const tokenAnswer = z.object({ token: z.string() })
