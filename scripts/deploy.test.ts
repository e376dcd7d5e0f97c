import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { commandLine } from '../cli/run-command.ts'
import { openTerminal } from '../cli/terminal.ts'
import { REALTIME_PATH } from '../contract/realtime.ts'
import product from '../package.json' with { type: 'json' }
import { readConfig } from '../server/config.ts'

// What stands around a release: the lines of the page, the image, the unit. Whatever the checks do
// not run is named here, with the reason.

const NO_ROOT = 'it changes the machine, and checks run on those of developers'
const NO_SYSTEMD = 'it needs systemd as the first process'
const NO_DOCKER = 'it needs a Docker that runs'
const COMPOSE = 'docker compose --file deploy/compose.yaml'

/** Where each command of the page is run, by file and words in it; or why it is not. */
const LINES: Record<string, [file: string, words: string] | string> = {
  'apt install libatomic1': NO_ROOT,
  'install -d -m 0700 -o snug /var/lib/snug /var/cache/snug': NO_ROOT,
  'runuser -u snug -- snug start': NO_ROOT,
  'install -d -m 0700 -o snug /backup': NO_ROOT,
  'sha256sum --check --ignore-missing SHA256SUMS': ['scripts/deploy.test.ts', 'checkSums'],
  'useradd --system snug': NO_ROOT,
  'mkdir -p /opt/snug': ['scripts/check/release-trial.ts', 'trial.opt'],
  'tar -xzf snug-0.1.0-linux-x64.tar.gz -C /opt/snug': ['scripts/deploy.test.ts', "'-xzf'"],
  'ln -sfn snug-0.1.0-linux-x64 /opt/snug/current': [
    'scripts/check/release-trial.ts',
    "switchTo(trial, 'snug-this')",
  ],
  'ln -s /opt/snug/current/snug /usr/local/bin/snug': NO_ROOT,
  'install -m 0640 -g snug /dev/null /etc/snug.env': NO_ROOT,
  ...Object.fromEntries(
    [
      ...['up --detach --build', 'logs snug', 'exec snug snug doctor', 'up --detach', 'stop'],
      'run --rm --user root snug install -d -m 0700 -o snug /backup',
      'exec snug snug backup /backup/snug-$(date +%F).tar',
      'run --rm snug snug restore /backup/snug-2026-11-21.tar',
      'exec snug snug backup /backup/before-upgrade-$(date +%F-%H%M).tar',
      ...['build --pull', 'run --rm snug snug migrate --check', 'run --rm snug snug start --check'],
    ].map((words) => [`${COMPOSE} ${words}`, NO_DOCKER]),
  ),
  'runuser -u snug -- snug backup /backup/snug-$(date +%F).tar': [
    'scripts/check/release-trial.ts',
    "'backup'",
  ],
  'runuser -u snug -- snug backup /backup/snug-$(date +%F).tar.age --encrypt-to age1…': [
    'cli/backup/backup-commands.test.ts',
    '--encrypt-to',
  ],
  'systemctl stop snug': NO_SYSTEMD,
  'runuser -u snug -- snug restore /backup/snug-2026-11-21.tar': [
    'cli/backup/backup-commands.test.ts',
    "'restore'",
  ],
  'systemctl start snug': NO_SYSTEMD,
  'runuser -u snug -- snug rehearse /backup/snug-2026-11-21.tar': [
    'scripts/check/release-trial.ts',
    "'rehearse'",
  ],
  'runuser -u snug -- snug backup /backup/before-upgrade-$(date +%F-%H%M).tar': [
    'scripts/check/release-trial.ts',
    "'backup'",
  ],
  'tar -xzf snug-0.2.0-linux-x64.tar.gz -C /opt/snug': ['scripts/deploy.test.ts', "'-xzf'"],
  'runuser -u snug -- /opt/snug/snug-0.2.0-linux-x64/snug migrate --check': [
    'scripts/check/release-upgrade.ts',
    "'--check'",
  ],
  'runuser -u snug -- /opt/snug/snug-0.2.0-linux-x64/snug start --check': [
    'scripts/check/release-upgrade.ts',
    "'start', '--check'",
  ],
  'ln -sfn snug-0.2.0-linux-x64 /opt/snug/current': [
    'scripts/check/release-upgrade.ts',
    "switchTo(trial, 'snug-next')",
  ],
  'systemctl restart snug': NO_SYSTEMD,
}

it('every command of self-hosting.md is run by a check, or it is said why not', () => {
  const commands = blocksOfPage().flatMap(commandsIn)
  expect(new Set(commands)).toEqual(new Set(Object.keys(LINES)))
  for (const [line, where] of Object.entries(LINES))
    if (typeof where !== 'string') expect(readFileSync(where[0], 'utf8'), line).toContain(where[1])
})

function blocksOfPage(): string[] {
  const page = readFileSync('docs/self-hosting.md', 'utf8')
  return [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
}

/** But for settings, which have a test of their own. */
function commandsIn(block: string): string[] {
  const lines = block.trim().split(/ &&\n|\n| && /)
  return lines.filter((line) => !/^[A-Z_]+=/.test(line))
}

const upgrades = blocksOfPage().filter((block) => block.includes('before-upgrade'))

it.each(upgrades)(
  'an upgrade ends at the first of its commands that fails (%#)',
  async (upgrade) => {
    const commands = commandsIn(upgrade)
    const folder = await mkdtemp(join(tmpdir(), 'snug-upgrade-'))
    const said = join(folder, 'said')
    const note = 'echo "$*" >>"$SAID"; test "$(wc -l <"$SAID")" -ne "$FAILING"'
    for (const [name = ''] of commands.map((command) => command.split(' ')))
      await writeFile(join(folder, name), `#!/bin/sh\n${note}\n`, { mode: 0o755 })
    const run = (failing: number) => {
      writeFileSync(said, '')
      const env = { PATH: `${folder}:/usr/bin:/bin`, SAID: said, FAILING: String(failing) }
      spawnSync('sh', { input: upgrade, env })
      return readFileSync(said, 'utf8').trim().split('\n')
    }
    const whole = run(0)
    expect(whole).toHaveLength(commands.length)
    // A backup takes no other's place: its name is of the minute.
    expect(whole[0]).toMatch(/ \/backup\/before-upgrade-\d{4}(-\d\d){2}-\d{4}\.tar$/)
    for (const failing of commands.keys()) expect(run(failing + 1)).toHaveLength(failing + 1)
    await rm(folder, { recursive: true })
  },
)

it('what is packed is unpacked and checked by the programs of the system', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snug-deploy-'))
  await writeFile(join(folder, 'snug'), '#!/bin/sh\n', { mode: 0o755 })
  const { pack } = await import('./release/tarball.ts')
  await pack(tmpdir(), folder.slice(tmpdir().length + 1), join(folder, 'a.tar.gz'), new Date(0))
  const inFolder = { cwd: folder, encoding: 'utf8' } as const
  execFileSync('tar', ['-xzf', 'a.tar.gz', '-C', folder], inFolder)
  const sums = execFileSync('sha256sum', ['a.tar.gz'], inFolder)
  await writeFile(join(folder, 'SHA256SUMS'), `${sums}${'0'.repeat(64)}  other.tar.gz\n`)
  const checkSums = ['--check', '--ignore-missing', 'SHA256SUMS']
  expect(execFileSync('sha256sum', checkSums, inFolder)).toBe('a.tar.gz: OK\n')
  await rm(folder, { recursive: true })
})

it('the image has what a release has, for a user of its own, with its data in a volume', () => {
  const text = readFileSync('deploy/Dockerfile', 'utf8').replaceAll('\\\n', ' ')
  const steps = text.split('\n').filter((line) => /^[A-Z]+ /.test(line))
  const last = steps.slice(steps.findLastIndex((step) => step.startsWith('FROM ')))
  const step = (name: string) => last.filter((line) => line.startsWith(`${name} `))
  expect(step('COPY')).toEqual(['COPY --from=build /opt/snug /opt/snug'])
  expect(step('USER')).toEqual(['USER snug'])
  expect(step('CMD')).toEqual(['CMD ["snug", "start"]'])
  const [volume = ''] = step('VOLUME').map((line) => line.slice('VOLUME '.length))
  // A restore puts another folder in the place of this one.
  expect(step('ENV').join()).toContain(`DATA_DIR=${volume}/data `)
  expect(step('RUN').join()).toContain(`--mode=0700 --owner=snug ${volume}`)
  const [, health = ''] = /HEALTHCHECK .*CMD (\[.*\])/.exec(step('HEALTHCHECK').join()) ?? []
  expect(JSON.parse(health)).toEqual([
    ...['/opt/snug/bin/node', '-e', expect.stringContaining('/api/health')],
  ])
  // The Node that builds and the one that runs take it from the system.
  for (const stage of text.split(/^FROM /m).slice(1)) expect(stage).toContain(' libatomic1')
  // A shell fills in the name only where it is a word of its own.
  expect(text).toContain(' --file dist/release/snug-*.tar.gz')
  // What the build needs of the repository reaches it.
  const ignored = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').trim().split('\n')
  expect(ignored.filter((name) => ['scripts', 'server', 'web', 'docs'].includes(name))).toEqual([])
  expect(text).toContain('npm run --silent release')
  const compose = readFileSync('deploy/compose.yaml', 'utf8')
  expect(compose).toContain('dockerfile: deploy/Dockerfile')
  expect(compose).toContain(`snug:${volume}`)
})

it('the lines for Docker fit the service, the image and the command line', () => {
  const [, file = ''] = / --file (\S+)/.exec(COMPOSE) ?? []
  const { services } = parse(readFileSync(file, 'utf8'))
  expect(Object.keys(services)).toEqual(['snug'])
  const { commands: known } = commandLine({}, openTerminal(process), () => {})
  const names = known.map((command) => command.name())
  const lines = Object.keys(LINES).filter((line) => line.startsWith(`${COMPOSE} `))
  const inContainer = lines.flatMap((line) => / snug snug (\w+)/.exec(line)?.[1] ?? [])
  expect(new Set(inContainer)).toEqual(new Set(['doctor', 'backup', 'restore', 'migrate', 'start']))
  expect(inContainer.filter((name) => !names.includes(name))).toEqual([])
  // Whoever takes the marks from the lines for backups gets settings that make sense, and the
  // folder that the lines of the page write to, which is not in the volume of what is backed up.
  const uncommented = readFileSync(file, 'utf8').replaceAll(/^( +)# (?=[A-Z_]+: |- )/gm, '$1')
  const { environment, volumes } = parse(uncommented).services.snug
  const { backups, mailProblem } = readConfig(environment)
  expect([backups.schedule?.folder, mailProblem]).toEqual(['/backup', null])
  expect(volumes).toEqual(['snug:/var/lib/snug', '/backup:/backup'])
})

it.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd takes the unit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snug-unit-'))
  const unit = readFileSync('deploy/snug.service', 'utf8')
  // There is no such program on this machine.
  const runnable = unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
  await writeFile(join(folder, 'snug.service'), runnable)
  const verify = ['verify', '--man=no', '--recursive-errors=no', join(folder, 'snug.service')]
  const said = execFileSync('systemd-analyze', verify, { encoding: 'utf8', stdio: 'pipe' })
  expect(said).toBe('')
  await rm(folder, { recursive: true })
})

it('the recipe for YunoHost is of this version, and its scripts can be read', () => {
  const at = (name: string) => readFileSync(join('deploy/yunohost', name), 'utf8')
  expect(at('manifest.toml')).toContain(`version = "${product.version}~ynh1"`)
  for (const cpu of ['x64', 'arm64'])
    expect(at('manifest.toml')).toContain(`snug-${product.version}-linux-${cpu}.tar.gz`)
  const scripts = readdirSync('deploy/yunohost/scripts')
  expect(scripts).toEqual(['_common.sh', 'backup', 'install', 'remove', 'restore', 'upgrade'])
  for (const name of scripts) execFileSync('bash', ['-n', join('deploy/yunohost/scripts', name)])
  const settings = [...at('conf/settings.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(settings.length).toBeGreaterThan(5)
  const password = 'a b"$HOME#\\@/`:é'
  const filled = at('conf/settings.env')
    .replaceAll('__MAIL_PASSWORD__', encodeURIComponent(password))
    .replaceAll('__DATA_DIR__', '/home/$of "us" # all')
    .replaceAll('__PORT__', '8095')
    .replaceAll('__MAIN_DOMAIN__', 'example.org')
    .replaceAll(/__[A-Z]+__/g, 'snug')
  const { smtpUrl, dataDir } = readConfig(parseEnv(filled))
  expect(decodeURIComponent(new URL(smtpUrl ?? '').password)).toBe(password)
  expect(dataDir).toBe('/home/$of "us" # all/data')
  // A shell would take what stands there for its own.
  for (const name of scripts) expect(at(`scripts/${name}`)).not.toContain('source "$install_dir')
  const page = readFileSync('docs/self-hosting.md', 'utf8')
  expect(settings.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  const released = readFileSync('deploy/nginx.conf', 'utf8')
  expect(at('conf/nginx.conf')).toContain(/client_max_body_size \w+;/.exec(released)?.[0])
  expect(at('conf/nginx.conf')).toContain(`location = /api${REALTIME_PATH} {`)
})
