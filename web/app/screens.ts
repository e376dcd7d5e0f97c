/** Every part of the client that is fetched when it is first needed, by the way it is loaded. */
export const accountScreens = {
  login: () => import('../accounts/login-screen.tsx'),
  join: () => import('../accounts/join-screen.tsx'),
  register: () => import('../accounts/register-screen.tsx'),
  forgotPassword: () => import('../accounts/forgot-password-screen.tsx'),
  resetPassword: () => import('../accounts/reset-password-screen.tsx'),
  verifyEmail: () => import('../accounts/verify-email-screen.tsx'),
  notMe: () => import('../accounts/not-me-screen.tsx'),
  mailedLink: () => import('../accounts/mailed-link-screen.tsx'),
}

/** Read by everybody, signed in or not. */
export const communityScreens = {
  page: () => import('../community/community-page-screen.tsx'),
}

export const memberParts = {
  frame: () => import('./members-layout.tsx'),
  connection: () => import('./member-connection.tsx'),
}

export const memberScreens = {
  home: () => import('../posts/home-screen.tsx'),
  createPost: () => import('../posts/composer/create-post-screen.tsx'),
  post: () => import('../posts/post-screen.tsx'),
  theme: () => import('../posts/theme-screen.tsx'),
  friends: () => import('./friends-page.tsx'),
  invitations: () => import('./invitations/invitations-screen.tsx'),
  member: () => import('./member-page.tsx'),
  spaces: () => import('../spaces/spaces-screen.tsx'),
  space: () => import('../spaces/space-screen.tsx'),
  conversations: () => import('../spaces/conversations/conversations-screen.tsx'),
  conversation: () => import('../spaces/conversations/conversation-screen.tsx'),
  privacy: () => import('../profile/privacy-screen.tsx'),
  profile: () => import('../profile/profile-screen.tsx'),
  viewAs: () => import('./view-as-page.tsx'),
  appearance: () => import('../profile/appearance-screen.tsx'),
  data: () => import('../profile/data-screen.tsx'),
  security: () => import('../profile/security/security-screen.tsx'),
}

export const administratorScreens = {
  admin: () => import('../admin/admin-screen.tsx'),
}
