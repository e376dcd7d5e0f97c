import { expect, it } from 'vitest'
import { MESSAGES as ACCOUNTS } from './accounts.ts'
import { MESSAGES as ADMIN } from './admin.ts'
import { MESSAGES as COMMENTS } from './comments.ts'
import { NOT_READY } from './errors.ts'
import { MESSAGES as FRIENDS } from './friends.ts'
import { MESSAGES as NOTIFICATIONS, type Notification, notificationText } from './notifications.ts'
import { MESSAGES as POSTS } from './posts.ts'
import { MESSAGES as PROFILE } from './profile.ts'
import { MESSAGES as REACTIONS } from './reactions.ts'
import { MESSAGES as SPACES } from './spaces.ts'

// The specification's sentences, word for word. Other tests ask for them by their names in the
// contract: they would not notice another word.

it('says of registering what is specified', () => {
  expect(ACCOUNTS).toMatchObject({
    usernameShort: 'Username must be at least 3 characters',
    usernameLong: 'Username must be less than 20 characters',
    usernameCharacters: 'Username can only contain letters, numbers, and underscores',
    emailRequired: 'Email is required',
    emailInvalid: 'Please enter a valid email address',
    passwordShort: 'Password must be at least 8 characters',
    passwordLowercase: expect.stringMatching(/^Password must contain at least one lowercase/),
    passwordUppercase: expect.stringMatching(/^Password must contain at least one uppercase/),
    passwordDigit: expect.stringMatching(/^Password must contain at least one number/),
    passwordSpecial: expect.stringMatching(
      /^Password must contain at least one special .*@\$!%\*\?&/,
    ),
    captchaMissing: 'Please complete the CAPTCHA',
    captchaWrong: 'Incorrect answer. Please try again.',
    registered: 'Registration successful! Please check your email to verify your account.',
    registerFailed: 'Registration failed. Please try again.',
  })
})

it('says of signing in, of a new password and of verifying what is specified', () => {
  expect(NOT_READY).toBe('Server not ready')
  expect([1, 2, 3].map(ACCOUNTS.starting)).toEqual([
    'Server is starting up... Retrying in 2 seconds (1/3)',
    'Server is starting up... Retrying in 2 seconds (2/3)',
    'Server is starting up... Retrying in 2 seconds (3/3)',
  ])
  expect(ACCOUNTS).toMatchObject({
    loginFailed: 'Login failed. Please try again.',
    resetMailSent: 'Password reset email sent! Check your inbox.',
    resetMailFailed: 'Failed to send reset email. Please try again.',
    resetLinkInvalid: 'Invalid or expired reset link. Please request a new password reset.',
    passwordsDiffer: 'Passwords do not match',
    passwordShortAtReset: 'Password must be at least 6 characters long',
    resetFailed: 'Failed to reset password. Please try again.',
    resetDone: 'Password reset successfully! Redirecting to login...',
    verificationFailed: 'Verification failed. The link may be invalid or expired.',
    verificationMailSent: 'Verification email sent! Check your inbox.',
    verificationMailFailed: 'Failed to send verification email. Please try again.',
    resendEmailMissing: 'Please enter your email address',
    verificationFallback: 'Something went wrong. Please try again later.',
  })
})

it('says of posts and what is made of them what is specified', () => {
  expect(POSTS).toMatchObject({
    textMissing: 'Please enter some text for your post',
    created: 'Post created successfully!',
    createFailed: 'Failed to create post',
    deleteFailed: 'Failed to delete post',
    deleteConfirm: 'Are you sure you want to delete this post?',
    loadFailed: 'Failed to load posts',
    friendsEmpty: 'No posts from your friends yet. Add some friends to see their posts here!',
    publicEmpty: 'No public posts yet. Be the first to create a public post!',
  })
  expect(COMMENTS.addFailed).toBe('Failed to add comment')
  expect(REACTIONS.vibeFailed('Not now.')).toBe('Failed to add vibe: Not now.')
})

it('says of friends and profiles what is specified', () => {
  expect(FRIENDS).toMatchObject({
    friendsFailed: 'Failed to load friends',
    usersFailed: 'Failed to load users',
    requestsFailed: 'Failed to load friend requests',
    sendFailed: 'Failed to send friend request',
    acceptFailed: 'Failed to accept friend request',
    rejectFailed: 'Failed to reject friend request',
    removeFailed: 'Failed to remove friend',
    sent: 'Friend request sent!',
  })
  expect(PROFILE).toMatchObject({
    loadFailed: 'Failed to load profile',
    userInvalid: 'Invalid user.',
    userNotFound: 'User not found or invalid user data',
    userLoadFailed: 'Failed to load user profile',
    userDataInvalid: 'Unable to load user profile - invalid user data',
    profileFailed: 'Failed to update profile',
    profileUpdated: 'Profile updated successfully!',
    usernameFailed: 'Failed to update username',
    usernameUpdated: 'Username updated successfully!',
    deleteFailed: 'Failed to delete account.',
    deleteConfirm: 'Are you sure you want to delete your account? This action cannot be undone.',
  })
})

it('says of the squad and of privacy what is specified', () => {
  expect(PROFILE).toMatchObject({
    friendsFailed: 'Failed to load friends',
    squadFailed: 'Failed to load squad',
    squadSaveFailed: 'Failed to save squad',
    squadFull: 'Squad can have at most 6 members',
    squadDuplicate: 'Friend is already in your squad',
    privacyLoadFailed: 'Failed to load privacy settings',
    privacyFailed: 'Failed to update privacy settings',
  })
  expect([true, false].map(PROFILE.privacyChanged)).toEqual([
    'Profile is now private',
    'Profile is now public',
  ])
})

it('says of spaces what is specified', () => {
  expect(SPACES).toMatchObject({
    deleteFailed: 'Error deleting space',
    joinFailed: 'Error joining space',
    leaveFailed: 'Error leaving space',
    sendFailed: 'Error sending message',
    createFailed: 'Error creating space',
    updateFailed: 'Error updating space',
    requestFailed: 'Error sending join request',
    approveFailed: 'Error approving request',
    denyFailed: 'Error denying request',
    requestSent: 'Join request sent successfully!',
    approved: 'Join request approved!',
    denied: 'Join request denied.',
    noneFound: 'No spaces found',
    noneJoined: "You haven't joined any spaces yet",
    noMessages: 'No messages yet. Start the conversation!',
    noRequests: 'No pending join requests',
    deleteConfirm: 'Are you sure you want to delete this space? This action cannot be undone.',
  })
})

it('says to administrators what is specified', () => {
  expect(ADMIN).toMatchObject({
    denied: 'Access denied.',
    loadFailed: 'Failed to fetch users or posts.',
    deleteUserFailed: 'Failed to delete user.',
    deletePostFailed: 'Failed to delete post.',
    deleteUserConfirm: 'Delete this user?',
    deletePostConfirm: 'Delete this post?',
  })
})

it('tells in notifications what is specified', () => {
  expect(NOTIFICATIONS.loadFailed).toBe('Failed to load notifications')
  const sender = { _id: '2', username: 'Ben', userNumber: 2, profilePhoto: null }
  const news: Notification = {
    ...{ _id: '1', type: 'other', sender, text: '', quote: '', count: 1, read: false },
    ...{ createdAt: '2026-11-20T12:00:00Z', postId: null, commentId: null },
    ...{ messageId: null, spaceId: null },
  }
  const types = ['friend_request', 'comment', 'join_request', 'other'] as const
  expect(types.map((type) => notificationText({ ...news, type }))).toEqual([
    'Ben sent you a friend request',
    'Ben commented on your post',
    'Ben requested to join your space',
    'You have a new notification',
  ])
  expect(notificationText({ ...news, type: 'comment', sender: null })).toBe(
    'Someone commented on your post',
  )
})
