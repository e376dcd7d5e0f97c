import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import { backupFolderProblem } from './folder-problem.ts'

it.each([
  [
    'EROFS',
    /nothing can be written there[.] Under systemd .+ ReadWritePaths=[/]backup, and restart/,
  ],
  ['EACCES', new RegExp(`"install -d -m 0700 -o ${userInfo().username} /backup"`)],
  ['ENOSPC', /^[/]backup cannot hold backups: there is no room left[.]$/],
  ['ELOOP', /^[/]backup cannot hold backups: ELOOP[.]$/],
])('a folder that backups cannot go to gets a sentence: %s', (code, expected) => {
  const error = Object.assign(new Error('It failed.'), { code })
  expect(backupFolderProblem('/backup', error)).toMatch(expected)
})
