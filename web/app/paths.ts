/** Every URL of the client, once. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token?',
  verify: '/verify/:token?',
  notMe: '/not-me/:token?',
  createPost: '/create-post',
  post: '/posts/:id',
  friends: '/friends',
  member: '/members/:id',
  spaces: '/spaces',
  space: '/spaces/:id',
  privacy: '/privacy',
  profile: '/profile',
  admin: '/admin',
} as const
