import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// A thin layer over what is released: the same folder in /opt/snug, the command, the unit and a
// file for the settings. The program that packs it is Debian's own.

const SETTINGS = `# Settings of Snug, one NAME=value on each line; /opt/snug/current/docs/self-hosting.md lists them.
# PUBLIC_URL=https://snug.example.org
# TRUSTED_PROXIES=loopback
# SMTP_URL=smtp://user:password@mail.example.org:587
# MAIL_FROM=Snug <snug@example.org>
DATA_DIR=/var/lib/snug/data
`

const AFTER_INSTALL = `#!/bin/sh
set -e
if ! getent passwd snug >/dev/null; then
  useradd --system --user-group --home-dir /var/lib/snug --shell /usr/sbin/nologin snug
fi
# A password of the mail server may stand there.
chgrp snug /etc/snug.env
chmod 0640 /etc/snug.env
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable snug.service
  # Nothing serves by now. This tells whoever installs what does not run on this machine, and what it
  # compiles is not compiled anew by the start.
  [ ! -d /var/cache/snug ] || runuser -u snug -- snug start --check || true
  systemctl restart snug.service
fi
`

const BEFORE_REMOVAL = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now snug.service
fi
# The files of the former version go before the new one is set up: a server without them would answer
# with half a page, where the proxy says that this takes a moment.
if [ "$1" = upgrade ] && [ -d /run/systemd/system ]; then
  systemctl stop snug.service
fi
`

const CPUS: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** What Node and what decodes pictures take from the system, and the package that has it. */
export const LIBRARIES: Record<string, string> = {
  'libatomic.so.1': 'libatomic1',
  'libc.so.6': 'libc6 (>= 2.28)',
  'libgcc_s.so.1': 'libgcc-s1',
  'libstdc++.so.6': 'libstdc++6',
}

interface Control {
  version: string
  cpu: string
  /** What it takes of the disk, as the system's programs tell who installs it. */
  kilobytes: number
}

interface DebianPackage {
  /** A release that is laid out. Its name is that of the folder in /opt/snug. */
  staged: string
  name: string
  version: string
  cpu: string
  madeAt: Date
  /** The package to write. */
  file: string
}

/**
 * Packs a release as a package for Debian and what is made of it. What a community has, in
 * /var/lib/snug, belongs to no package: it stays when this one goes.
 */
export async function packDebian(options: DebianPackage): Promise<void> {
  const { staged, name, version, cpu, madeAt, file } = options
  const root = `${file}.contents`
  const lay = async (path: string, text: string, mode: number) => {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), text)
    await chmod(join(root, path), mode)
  }
  await rm(root, { recursive: true, force: true })
  await mkdir(join(root, 'opt/snug'), { recursive: true })
  await cp(staged, join(root, 'opt/snug', name), { recursive: true })
  await symlink(name, join(root, 'opt/snug/current'))
  await mkdir(join(root, 'usr/bin'), { recursive: true })
  await symlink('/opt/snug/current/snug', join(root, 'usr/bin/snug'))
  await mkdir(join(root, 'lib/systemd/system'), { recursive: true })
  await cp(join(staged, 'deploy/snug.service'), join(root, 'lib/systemd/system/snug.service'))
  await lay('etc/snug.env', SETTINGS, 0o640)
  await lay('DEBIAN/conffiles', '/etc/snug.env\n', 0o644)
  await lay('DEBIAN/postinst', AFTER_INSTALL, 0o755)
  await lay('DEBIAN/prerm', BEFORE_REMOVAL, 0o755)
  const kilobytes = Math.ceil((await bytesBelow(join(root, 'opt'))) / 1_024)
  await lay('DEBIAN/control', control({ version, cpu, kilobytes }), 0o644)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', root, file], {
    // The times of the files are those of the commit, too.
    env: { ...process.env, SOURCE_DATE_EPOCH: String(madeAt.getTime() / 1_000) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await rm(root, { recursive: true })
}

function control({ version, cpu, kilobytes }: Control): string {
  return `Package: snug
Version: ${version}
Architecture: ${CPUS[cpu] ?? cpu}
Maintainer: Snug <snug@localhost>
Installed-Size: ${kilobytes}
Section: web
Priority: optional
Depends: ${Object.values(LIBRARIES).join(', ')}, passwd
Suggests: caddy | nginx
Description: small social network for one community
 Posts, friends, notifications and rooms to talk in, without noise or ads.
 It brings all it needs, its Node too.
`
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
