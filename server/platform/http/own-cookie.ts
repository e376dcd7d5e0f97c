interface OwnCookie {
  name: string
  value: string
  /** It is sent with requests below this. */
  path: string
  maxAgeSeconds: number
}

/** The Set-Cookie header of a cookie that no script reads and no other site's request brings. */
export function ownCookie(
  { name, value, path, maxAgeSeconds }: OwnCookie,
  publicUrl: string,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const attributes = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`
  return `${name}=${value}; ${attributes}${secure}`
}
