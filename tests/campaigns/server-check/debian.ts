// A Debian of its own with systemd as its first process, in which the servers' package is installed; the machine keeps its own.
//
// systemd-nspawn is given a fresh cgroup tree in a mount namespace of its own, so that it also boots where the first process of
// the machine is another one. What runs in it is called through the namespaces of its first process.
import { spawn, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { repository, runCommand } from '../../../scripts/command.ts'

const FOLDER = path.join(repository, '.data/server-check')
const ROOT = path.join(FOLDER, 'root')
const PACKAGES = 'systemd,systemd-sysv,dbus,postgresql,ca-certificates,curl'
/** Its releases by their names, each with a PostgreSQL of its own: 15, 17, and 18 or later. */
export const RELEASES = ['bookworm', 'trixie', 'sid'] as const
export type Release = (typeof RELEASES)[number]
const TOOLS = ['systemd-nspawn', 'mmdebstrap', 'dpkg-deb', 'nsenter', 'unshare']
const BASE_LIMIT_MS = 900_000
const BOOT_LIMIT_MS = 120_000
const COMMAND_LIMIT_MS = 300_000
const BOOT = `umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup
exec systemd-nspawn -q -D "$0" --register=no --keep-unit --private-network --boot --console=pipe`

export interface Answer {
  readonly code: number
  readonly output: string
}

export interface Debian {
  /** As root; the file is below its own root. */
  bring(file: string, to: string): void
  /** Of a file of it, on this machine; nothing that lies in its memory. */
  pathOf(file: string): string
  /** What a program of this machine is started by to be in its network: others reach it over its loopback alone. */
  inItsNetwork(): readonly string[]
  /** A line of shell, as root. */
  run(script: string): Promise<Answer>
  /** Powered off and booted again. */
  restart(): Promise<void>
  end(): Promise<void>
}

/** Null when it can run here; else what is missing, in words. */
export function missingForDebian(): string | null {
  if (process.getuid?.() !== 0) return 'a Debian of its own is booted by root alone'
  const folders = (process.env['PATH'] ?? '').split(':')
  const missing = TOOLS.filter((tool) => !folders.some((folder) => existsSync(path.join(folder, tool))))
  return missing.length === 0
    ? null
    : `missing: ${missing.join(', ')}. On Debian, as root: apt-get install systemd-container mmdebstrap`
}

/** Made anew out of an archive, which is made once. Throws Error with what the tools printed. */
export async function bootDebian(release: Release, say: (line: string) => void): Promise<Debian> {
  mkdirSync(FOLDER, { recursive: true })
  const archive = path.join(FOLDER, `${release}.tar`)
  if (!existsSync(archive)) {
    say(`making a Debian (${release}) with PostgreSQL, once: some minutes`)
    // A mirror that stands still is as good: its signature counts.
    const anyDay = '--aptopt=Acquire::Check-Valid-Until "false"'
    await done('mmdebstrap', [
      '--variant=minbase',
      '--format=tar',
      anyDay,
      `--include=${PACKAGES}`,
      release,
      `${archive}.part`,
    ])
    // What was broken off is not taken for a Debian.
    renameSync(`${archive}.part`, archive)
  }
  rmSync(ROOT, { recursive: true, force: true })
  mkdirSync(ROOT)
  await done('tar', ['-xf', archive, '-C', ROOT])
  let machine = await boot()
  return {
    bring: (file, to) => void execFileSync('cp', [file, path.join(ROOT, to)]),
    pathOf: (file) => path.join(ROOT, file),
    inItsNetwork: () => ['nsenter', '-t', String(machine.leader), '-n', '--'],
    run: async (script) => inside(machine.leader, script),
    restart: async () => {
      await machine.end()
      machine = await boot()
    },
    end: async () => {
      await machine.end()
      rmSync(ROOT, { recursive: true, force: true })
    },
  }
}

async function boot() {
  const child = spawn('unshare', ['-m', 'bash', '-c', BOOT, ROOT], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  let leader = 0
  const isUp = async (): Promise<boolean> => {
    leader = childOf(child.pid ?? 0) ?? 0
    if (leader === 0) return false
    const { output } = await inside(leader, 'systemctl is-system-running')
    return /^(?:running|degraded)/m.test(output)
  }
  await until('Debian is up', isUp, BOOT_LIMIT_MS)
  const end = async (): Promise<void> => {
    await inside(leader, 'systemctl poweroff --no-block')
    await ended
  }
  return { leader, end }
}

/** The first process of what nspawn started. */
function childOf(pid: number): number | null {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one)))
    if (parentOf(name) === pid) return Number(name)
  return null
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

async function inside(leader: number, script: string): Promise<Answer> {
  const args = ['-t', String(leader), '-m', '-u', '-i', '-n', '-p', '--', '/bin/bash', '-lc', script]
  const { succeeded, ending, output } = await runCommand({
    file: 'nsenter',
    args,
    env: {},
    limitMs: COMMAND_LIMIT_MS,
    shown: false,
  })
  return { code: succeeded ? 0 : Number(/code (\d+)/.exec(ending)?.[1] ?? Number.NaN), output }
}

async function done(file: string, args: readonly string[]): Promise<void> {
  const { succeeded, ending, output } = await runCommand({
    file,
    args,
    env: {},
    limitMs: BASE_LIMIT_MS,
    shown: false,
  })
  if (!succeeded) throw new Error(`${file} ${ending}\n${output}`)
}
