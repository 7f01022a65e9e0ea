// An engine that runs an image of a file, also where this machine's first process is no systemd: podman with crun, in a mount namespace of its own
// with a fresh cgroup tree, its images and containers in one folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { repository, runCommand } from '../../../scripts/command.ts'

const TOOLS = ['podman', 'crun', 'iptables']
const PACKAGES = 'podman crun netavark aardvark-dns iptables'
const FOLDER = path.join(repository, '.data/image-check')
const LIMIT_MS = 240_000
/** Where the kernel gives a container no cgroup of its own its limits are not set: mem_limit is not tried here. */
const CONTAINERS = `[containers]
default_ulimits = ["nofile=8192:8192", "nproc=8192:8192"]
cgroups = "disabled"
[engine]
cgroup_manager = "cgroupfs"
runtime = "crun"
events_logger = "file"
`
const HOLD = 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; echo ready; exec sleep infinity'

export interface Answer {
  readonly code: number
  readonly output: string
}

export interface Podman {
  readonly folder: string
  /** Ends with its code; nothing is thrown for it. */
  run(...args: readonly string[]): Promise<Answer>
  end(): Promise<void>
}

/** Null when it can run here; else what is missing, in words. */
export function missingForPodman(): string | null {
  if (process.getuid?.() !== 0) return 'podman is run as root here'
  const folders = (process.env['PATH'] ?? '').split(':')
  const missing = TOOLS.filter((tool) => !folders.some((folder) => existsSync(path.join(folder, tool))))
  return missing.length === 0
    ? null
    : `missing: ${missing.join(', ')}. On Debian, as root: apt-get install --no-install-recommends ${PACKAGES}`
}

/** With nothing of an earlier run. */
export async function startPodman(): Promise<Podman> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const config = path.join(FOLDER, 'containers.conf')
  writeFileSync(config, CONTAINERS)
  const holder = spawn('setpriv', ['--pdeathsig=KILL', 'unshare', '-m', 'sh', '-c', HOLD], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  const env = { CONTAINERS_CONF: config, STORAGE_DRIVER: 'vfs' }
  const own = [
    '--root',
    path.join(FOLDER, 'storage'),
    '--runroot',
    path.join(FOLDER, 'run'),
    '--network-config-dir',
    path.join(FOLDER, 'networks'),
  ]
  const run = async (...args: readonly string[]): Promise<Answer> => {
    const enter = ['-t', String(holder.pid ?? 0), '-m', '--', 'podman', ...own, ...args]
    const { succeeded, ending, output } = await runCommand({
      file: 'nsenter',
      args: enter,
      env,
      limitMs: LIMIT_MS,
      shown: false,
    })
    return { code: succeeded ? 0 : Number(/code (\d+)/.exec(ending)?.[1] ?? Number.NaN), output }
  }
  const end = async (): Promise<void> => {
    await run('rm', '--force', '--all', '--time', '20')
    await run('network', 'rm', '--force', 'relay-image-check')
    const ended = once(holder, 'exit')
    holder.kill('SIGKILL')
    await ended
    rmSync(FOLDER, { recursive: true, force: true })
  }
  return { folder: FOLDER, run, end }
}
