import { userInfo } from 'node:os'
import { isAbsolute, relative, sep } from 'node:path'

// Why nothing can be written into a folder, in words for who runs the server.

export const FOLDER_REASONS: Record<string, string> = {
  EEXIST: 'it is a file, not a folder',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of it is a file, not a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'there is no room left',
  EDQUOT: 'there is no room left',
}

/** Of the folder that backups go to: one sentence, with what helps. */
export function backupFolderProblem(folder: string, error: NodeJS.ErrnoException): string {
  const code = error.code ?? ''
  const found = `${folder} cannot hold backups: ${FOLDER_REASONS[code] ?? (code || error.message)}.`
  if (code === 'EROFS')
    return `${found} Under systemd the unit has to allow it: "systemctl edit snug", [Service], ReadWritePaths=${folder}, and restart Snug.`
  if (code === 'EACCES' || code === 'EPERM')
    return `${found} Make it with "install -d -m 0700 -o ${userInfo().username} ${folder}".`
  return found
}

/** Whether the path is that of the folder or of something in it. Both are absolute. */
export function liesWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !isAbsolute(way) && way.split(sep)[0] !== '..'
}
