// Installs, replaces, removes and purges the deb with dpkg in a Debian of its own, and looks at what each left.
//
// The package is made by dpkg-deb out of the unpacked tree and the installer's own scripts; electron-builder makes it with
// a download. systemctl is a recorder that starts the unit's program, so the agent that answers is the real one.
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { repository, runCommand } from '../command.ts'
import type { LoadCheck } from './load-check.ts'
import { run } from './run.ts'
import type { Tree } from './tree-check.ts'

const FOLDER = path.join(repository, '.data/package/debian')
const BASE = path.join(FOLDER, 'base')
/** The Debian that is installed into; made anew each time. */
const ROOT = path.join(FOLDER, 'root')
const LIMIT_MS = 300_000
const BASE_LIMIT_MS = 900_000
const SCRIPTS = {
  postinst: 'after-install.sh',
  prerm: 'before-remove.sh',
  postrm: 'after-remove.sh',
} as const
/** Nobody needs this Debian after a power cut. */
const DPKG = ['dpkg', '--force-unsafe-io']
const CONTROL = `Package: pharmacy-relay
Version: 0.0.1
Architecture: amd64
Maintainer: nobody
Description: checked by npm run package:check
`
const PROGRAM = 'opt/Pharmacy Relay'
const PID_FILE = path.join(ROOT, 'run/pharmacy-relay.pid')
/** What dpkg and the accounts' programs keep for themselves. */
const KEPT_BY_DEBIAN =
  /^(var\/(lib\/dpkg|log|cache|run)|etc\/(passwd|shadow|group|gshadow|subuid|subgid)|recorded\.txt|run|tmp)/

export async function checkDeb(tree: Tree): Promise<LoadCheck> {
  const lacking = lackingTools()
  if (lacking !== null) return { faults: [], notRun: [`the deb: ${lacking}`] }
  await bringDebian()
  const deb = await built(tree.folder)
  try {
    const faults = await lifeOf(deb)
    return {
      faults,
      notRun: ['the unit under systemd (npm run service-check does), and a deb that electron-builder packed'],
    }
  } finally {
    await endAgent()
    await rm(ROOT, { recursive: true, force: true })
  }
}

function lackingTools(): string | null {
  if (process.getuid?.() !== 0) return 'only root may install packages'
  const missing = ['dpkg-deb', 'mmdebstrap'].filter((name) => !existsSync(path.join('/usr/bin', name)))
  return missing.length === 0 ? null : `no ${missing.join(', no ')} (npm run tools -- --package)`
}

/** 200 MB, once. */
async function bringDebian(): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  if (!existsSync(path.join(BASE, 'usr/bin/dpkg')))
    await run('mmdebstrap', ['--mode=root', '--variant=minbase', 'bookworm', BASE], {
      limitMs: BASE_LIMIT_MS,
    })
  await rm(ROOT, { recursive: true, force: true })
  await run('cp', ['-a', BASE, ROOT], { limitMs: LIMIT_MS })
  await mkdir(path.join(ROOT, 'run/systemd/system'), { recursive: true })
  await copyFile(
    path.join(repository, 'build/linux/check-systemctl.sh'),
    path.join(ROOT, 'usr/bin/systemctl'),
  )
  await chmod(path.join(ROOT, 'usr/bin/systemctl'), 0o755)
}

/** The package, inside the Debian. */
async function built(tree: string): Promise<string> {
  const layout = path.join(FOLDER, 'layout')
  await rm(layout, { recursive: true, force: true })
  await mkdir(path.join(layout, 'DEBIAN'), { recursive: true })
  await mkdir(path.join(layout, 'opt'))
  // Linked, not copied: nothing writes into it.
  await run('cp', ['-al', tree, path.join(layout, PROGRAM)], { limitMs: LIMIT_MS })
  // Of Electron's distribution, which the stand-in has not.
  await writeFile(path.join(layout, PROGRAM, 'chrome-sandbox'), '')
  await writeFile(path.join(layout, 'DEBIAN/control'), CONTROL)
  for (const [name, file] of Object.entries(SCRIPTS)) {
    const script = path.join(repository, 'build/linux', file)
    await run('sh', ['-n', script], { limitMs: LIMIT_MS })
    await copyFile(script, path.join(layout, 'DEBIAN', name))
    await chmod(path.join(layout, 'DEBIAN', name), 0o755)
  }
  const args = ['--root-owner-group', '-Znone', '--build', layout]
  await run('dpkg-deb', [...args, path.join(ROOT, 'tmp/checked.deb')], { limitMs: LIMIT_MS })
  await rm(layout, { recursive: true })
  return '/tmp/checked.deb'
}

async function lifeOf(deb: string): Promise<string[]> {
  const before = await filesOf(ROOT)
  return [
    ...(await step('install', [...DPKG, '-i', deb])),
    ...(await expectInstalled('install')),
    ...(await answers('install')),
    ...(await step('replace', [...DPKG, '-i', deb])),
    ...(await expectInstalled('replace')),
    ...(await step('remove', [...DPKG, '-r', 'pharmacy-relay'])),
    ...(await expectRemoved()),
    ...(await step('install again', [...DPKG, '-i', deb])),
    ...(await step('purge', [...DPKG, '-P', 'pharmacy-relay'])),
    ...(await expectNothing(before)),
  ]
}

/** Node asks /proc how much memory it has. The mount goes with whoever runs in it. */
const ENTER = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'

async function inDebian(args: readonly string[]) {
  const env = [
    'env',
    '-i',
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    'DEBIAN_FRONTEND=noninteractive',
    'LC_ALL=C',
  ]
  return runCommand({
    file: 'unshare',
    args: ['--mount', '--propagation', 'private', 'sh', '-c', ENTER, ROOT, ...env, ...args],
    env: {},
    limitMs: LIMIT_MS,
    shown: false,
  })
}

async function step(name: string, args: readonly string[]): Promise<string[]> {
  const { succeeded, ending, output } = await inDebian(args)
  return succeeded ? [] : [`${name}: ${args.join(' ')} ${ending}: ${output.trim().slice(-1_000)}`]
}

/** Asked through the command that people use; a status would say that nobody has paired it. */
async function answers(name: string): Promise<string[]> {
  const { succeeded, output } = await inDebian(['pharmacy-relay', 'keys'])
  return succeeded ? [] : [`${name}: the service does not answer: ${output.trim().slice(-500)}`]
}

async function expectInstalled(name: string): Promise<string[]> {
  const asked = await readFile(path.join(ROOT, 'recorded.txt'), 'utf8').catch(() => '')
  const sandbox = await stat(path.join(ROOT, PROGRAM, 'chrome-sandbox'))
  const autostart = await text('etc/xdg/autostart/pharmacy-relay.desktop')
  const expected = {
    'the unit is enabled': asked.includes('enable --quiet pharmacy-relay.service'),
    'the service is started': asked.includes('start pharmacy-relay.service'),
    'the sandbox is root’s and runs as it': sandbox.uid === 0 && (sandbox.mode & 0o7777) === 0o4755,
    'the icon starts at sign-in': autostart.includes('Exec="/opt/Pharmacy Relay/pharmacy-relay"'),
    'there is an account': (await text('etc/passwd')).includes('\npharmacy-relay:'),
    'there is a group': (await text('etc/group')).includes('\npharmacy-relay:'),
    'data lies in its folder': existsSync(path.join(ROOT, 'var/lib/pharmacy-relay/agent.db')),
  }
  return unmet(name, expected)
}

async function expectRemoved(): Promise<string[]> {
  return unmet('remove', {
    'the program is gone': !existsSync(path.join(ROOT, PROGRAM)),
    'the unit is gone': !existsSync(path.join(ROOT, 'etc/systemd/system/pharmacy-relay.service')),
    'the agent ended when it was asked to': !(await text('recorded.txt')).includes('killed'),
    'nothing starts at sign-in': !existsSync(path.join(ROOT, 'etc/xdg/autostart/pharmacy-relay.desktop')),
    'the command is gone': !existsSync(path.join(ROOT, 'usr/bin/pharmacy-relay')),
    'data stays': existsSync(path.join(ROOT, 'var/lib/pharmacy-relay/agent.db')),
  })
}

async function expectNothing(before: ReadonlySet<string>): Promise<string[]> {
  const left = [...(await filesOf(ROOT))].filter((file) => !before.has(file))
  const accounts = [await text('etc/passwd'), await text('etc/group')].join('\n')
  return [
    ...left.map((file) => `purge: ${file} is left`),
    ...unmet('purge', {
      'account and group are gone': !accounts.includes('pharmacy-relay'),
      'nothing runs': !existsSync(PID_FILE),
    }),
  ]
}

function unmet(name: string, expected: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(expected).flatMap(([condition, is]) =>
    is ? [] : [`${name}: it is not so that ${condition}`],
  )
}

async function text(file: string): Promise<string> {
  return readFile(path.join(ROOT, file), 'utf8').catch(() => '')
}

async function filesOf(root: string): Promise<ReadonlySet<string>> {
  const files = await readdir(root, { recursive: true })
  return new Set(files.filter((file) => !KEPT_BY_DEBIAN.test(file)))
}

/** One that a fault left running. */
async function endAgent(): Promise<void> {
  const pid = Number(await readFile(PID_FILE, 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 1) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
