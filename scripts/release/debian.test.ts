import { execFileSync } from 'node:child_process'
import { existsSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packDebian } from './debian.ts'

// Debian's own program packs it, which other systems do not have.
it.runIf(existsSync('/usr/bin/dpkg-deb'))(
  'a package for Debian has the release, the command, the unit and a file of settings',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snug-debian-test-'))
    const staged = join(folder, 'staged')
    await mkdir(join(staged, 'deploy'), { recursive: true })
    await writeFile(join(staged, 'snug'), '#!/bin/sh\n', { mode: 0o755 })
    await writeFile(join(staged, 'deploy/snug.service'), '[Service]\n')
    const name = 'snug-1.2.3-linux-arm64'
    const release = { staged, name, version: '1.2.3', cpu: 'arm64' }
    const [file, again] = [join(folder, 'snug.deb'), join(folder, 'again.deb')]
    for (const to of [file, again])
      await packDebian({ ...release, madeAt: new Date(1_700_000_000_000), file: to })
    expect((await readFile(again)).equals(await readFile(file))).toBe(true)
    const asked = (what: string) => execFileSync('dpkg-deb', [what, file], { encoding: 'utf8' })
    expect(asked('--info')).toMatch(
      /Version: 1[.]2[.]3\n Architecture: arm64[\s\S]+Installed-Size: 1\n[\s\S]+Depends: libatomic1, /,
    )
    const contents = asked('--contents')
    for (const path of [
      `-rwxr-xr-x root/root .* ./opt/snug/${name}/snug\n`,
      `./opt/snug/current -> ${name}\n`,
      './usr/bin/snug -> /opt/snug/current/snug\n',
      './lib/systemd/system/snug.service\n',
      '-rw-r----- root/root .* ./etc/snug.env\n',
    ])
      expect(contents).toMatch(new RegExp(path))
    const [unpacked, control] = [join(folder, 'unpacked'), join(folder, 'control')]
    execFileSync('dpkg-deb', ['-x', file, unpacked])
    execFileSync('dpkg-deb', ['-e', file, control])
    const current = join(unpacked, 'opt/snug', readlinkSync(join(unpacked, 'opt/snug/current')))
    expect(await readFile(join(current, 'snug'), 'utf8')).toBe('#!/bin/sh\n')
    expect((await readdir(control)).sort()).toEqual(['conffiles', 'control', 'postinst', 'prerm'])
    for (const script of ['postinst', 'prerm']) execFileSync('sh', ['-n', join(control, script)])
    // As dpkg calls them for another version: what is of the former one goes between the two.
    const updated = [
      ...(await called(join(control, 'prerm'), ['upgrade', '1.2.4'])),
      '(the former files go)',
      ...(await called(join(control, 'postinst'), ['configure', '1.2.3'])),
    ]
    expect(updated).toEqual([
      'systemctl stop snug.service',
      '(the former files go)',
      'systemctl daemon-reload',
      'systemctl enable snug.service',
      'runuser -u snug -- snug start --check',
      'systemctl restart snug.service',
    ])
    expect(await called(join(control, 'prerm'), ['remove'])).toEqual([
      'systemctl disable --now snug.service',
    ])
    await rm(folder, { recursive: true })
  },
)

/** What a script starts where systemd runs, but for what it does to users and files. */
async function called(script: string, args: string[]): Promise<string[]> {
  const folder = await mkdtemp(`${script}-`)
  for (const name of ['getent', 'chgrp', 'chmod'])
    await writeFile(join(folder, name), '#!/bin/sh\n', { mode: 0o755 })
  for (const name of ['systemctl', 'runuser'])
    await writeFile(join(folder, name), `#!/bin/sh\necho ${name} "$@"\n`, { mode: 0o755 })
  const text = await readFile(script, 'utf8')
  const here = text.replaceAll(/\/(run\/systemd\/system|var\/cache\/snug)/g, folder)
  const said = execFileSync('/bin/sh', ['-c', here, script, ...args], {
    ...{ encoding: 'utf8', env: { PATH: folder } },
  })
  return said.trim().split('\n')
}
