// A computer in QEMU whose first process is systemd. Its files are this machine's, over 9p; what it changes stays on a disk
// of its own, by which it knows after a reboot what was before, so nothing of this machine is touched.
import { execFile, spawn } from 'node:child_process'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { guestKernel } from '../power-loss/guest-kernel.ts'
import { initScript } from './guest-init.ts'
import { DONE, guestScript, REBOOTS } from './guest-script.ts'
import { checkFolder } from './staged-core.ts'

const run = promisify(execFile)
/** Of one start, on a machine that others keep busy. */
const LIMIT_MS = 40 * 60_000
/** From the end of the script on. */
const SHUTDOWN_LIMIT_MS = 5 * 60_000
const MEMORY_MIB = 1_536
const DISK_MIB = 1_024
const KERNEL_OPTIONS =
  'console=ttyS0 quiet panic=-1 mitigations=off no_timer_check nokaslr cryptomgr.notests audit=0 systemd.unit=service-check.target systemd.show_status=no'
/** Whether the computer is started for the first time or again; the kernel hands it to guest-init.ts as a variable. */
type Start = 'first' | 'again'
export interface GuestResult {
  /** Lines of the script, in order. */
  readonly lines: readonly string[]
  readonly hasEnded: boolean
}

export interface GuestParts {
  /** The staged folder of this machine. */
  readonly core: string
  /** The bundled program of guest-pharmacy.ts. */
  readonly pharmacy: string
  readonly onLine: (line: string) => void
}

/** From the first start over the reboot to the end of the second. */
export async function runGuest(parts: GuestParts): Promise<GuestResult> {
  const { image, modules } = await guestKernel(['overlay'])
  const initrd = await makeInitrd(parts, modules)
  const disk = path.join(checkFolder, 'disk')
  await rm(disk, { force: true })
  await run('/sbin/mke2fs', ['-q', '-t', 'ext4', '-E', 'lazy_itable_init=1', disk, `${DISK_MIB}M`])
  try {
    const qemu = (start: Start): string[] => [
      // Its clock counts what it did, so that a busy machine makes it slow and not late.
      '-accel',
      'tcg',
      '-icount',
      'shift=1',
      '-cpu',
      'max',
      '-smp',
      '1',
      '-m',
      String(MEMORY_MIB),
      '-nodefaults',
      '-no-user-config',
      '-display',
      'none',
      '-no-reboot',
      '-serial',
      'stdio',
      '-kernel',
      image,
      '-initrd',
      initrd,
      '-append',
      `${KERNEL_OPTIONS} relay_start=${start}`,
      '-virtfs',
      'local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap',
      '-drive',
      `file=${disk},format=raw,if=virtio,cache=writeback`,
    ]
    const first = await oneLife(qemu('first'), REBOOTS, parts.onLine)
    if (!first.includes(REBOOTS)) return { lines: first, hasEnded: false }
    const again = await oneLife(qemu('again'), DONE, parts.onLine)
    return { lines: [...first, ...again], hasEnded: again.includes(DONE) }
  } finally {
    await rm(disk, { force: true })
  }
}

/** Until the computer is off; `end` is the script's last line. Rejects when QEMU cannot be started. */
async function oneLife(
  args: readonly string[],
  end: string,
  onLine: (line: string) => void,
): Promise<string[]> {
  // It must not outlive this process, however that one ends.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'qemu-system-x86_64', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const lines: string[] = []
  const tell = (line: string): void => {
    lines.push(line)
    onLine(line)
  }
  let rest = ''
  let shutdown: NodeJS.Timeout | undefined
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split(/\r?\n/)
    rest = parts.pop() ?? ''
    for (const line of parts) {
      tell(line)
      if (line !== end) continue
      shutdown = setTimeout(() => {
        tell(`FAILED the computer ends in order: it did not within ${SHUTDOWN_LIMIT_MS / 60_000} min`)
        child.kill('SIGKILL')
      }, SHUTDOWN_LIMIT_MS)
    }
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  }).finally(() => clearTimeout(shutdown))
  return lines
}

async function makeInitrd({ core, pharmacy }: GuestParts, modules: readonly string[]): Promise<string> {
  const root = path.join(checkFolder, 'initrd.d')
  await rm(root, { recursive: true, force: true })
  await mkdir(path.join(root, 'modules'), { recursive: true })
  await copyFile('/bin/busybox', path.join(root, 'busybox'))
  for (const file of modules) await copyFile(file, path.join(root, 'modules', path.basename(file)))
  await writeFile(path.join(root, 'check.sh'), guestScript(pharmacy), { mode: 0o755 })
  const names = modules.map((file) => path.basename(file))
  await writeFile(path.join(root, 'init'), initScript(names, core), { mode: 0o755 })
  const initrd = path.join(checkFolder, 'initrd')
  await run('/bin/sh', ['-c', `find . | cpio --quiet -o -H newc > '${initrd}'`], { cwd: root })
  return initrd
}
