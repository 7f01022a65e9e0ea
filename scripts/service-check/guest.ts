// A computer in QEMU whose first process is systemd. Its files are this machine's, over 9p; what it changes stays in its
// memory, so nothing of this machine is touched.
import { execFile, spawn } from 'node:child_process'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { guestKernel } from '../power-loss/guest-kernel.ts'
import { DONE, guestScript, INSTALL_FOLDER } from './guest-script.ts'
import { checkFolder } from './staged-core.ts'

const run = promisify(execFile)
const LIMIT_MS = 40 * 60_000
const MEMORY_MIB = 1_536
const KERNEL_OPTIONS =
  'console=ttyS0 quiet panic=-1 mitigations=off no_timer_check nokaslr cryptomgr.notests audit=0 systemd.unit=service-check.target systemd.show_status=no'
/** Services of this machine that the guest has no use for. */
const MASKED = [
  ...[
    'systemd-timesyncd',
    'systemd-tmpfiles-setup',
    'systemd-tmpfiles-setup-dev',
    'systemd-udevd',
    'ldconfig',
  ],
  ...['systemd-udev-trigger', 'systemd-journal-flush', 'systemd-sysusers', 'systemd-update-utmp'],
  ...['systemd-remount-fs', 'systemd-modules-load', 'modprobe@', 'getty@', 'serial-getty@', 'console-getty'],
]

export interface GuestResult {
  /** Lines of the script, in order. */
  readonly lines: readonly string[]
  readonly hasEnded: boolean
}

/** `core`: the staged folder of this machine. */
export async function runGuest(core: string, onLine: (line: string) => void): Promise<GuestResult> {
  const { image, modules } = await guestKernel(['overlay'])
  const initrd = await makeInitrd(core, modules)
  const args = [
    // Its clock counts what it did, so that a busy machine makes it slow and not late.
    ...['-accel', 'tcg', '-icount', 'shift=1', '-cpu', 'max', '-smp', '1', '-m', String(MEMORY_MIB)],
    ...['-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot', '-serial', 'stdio'],
    ...['-kernel', image, '-initrd', initrd, '-append', KERNEL_OPTIONS],
    ...['-virtfs', 'local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap'],
  ]
  // It must not outlive this process, however that one ends.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'qemu-system-x86_64', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const lines: string[] = []
  let rest = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split(/\r?\n/)
    rest = parts.pop() ?? ''
    for (const line of parts) {
      lines.push(line)
      onLine(line)
    }
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
  return { lines, hasEnded: lines.includes(DONE) }
}

async function makeInitrd(core: string, modules: readonly string[]): Promise<string> {
  const root = path.join(checkFolder, 'initrd.d')
  await rm(root, { recursive: true, force: true })
  await mkdir(path.join(root, 'modules'), { recursive: true })
  await copyFile('/bin/busybox', path.join(root, 'busybox'))
  for (const file of modules) await copyFile(file, path.join(root, 'modules', path.basename(file)))
  await writeFile(path.join(root, 'check.sh'), guestScript(), { mode: 0o755 })
  const names = modules.map((file) => path.basename(file))
  await writeFile(path.join(root, 'init'), initScript(names, core), { mode: 0o755 })
  const initrd = path.join(checkFolder, 'initrd')
  await run('/bin/sh', ['-c', `find . | cpio --quiet -o -H newc > '${initrd}'`], { cwd: root })
  return initrd
}

function initScript(modules: readonly string[], core: string): string {
  return `#!/busybox sh
b=/busybox
$b mkdir -p /proc /sys /dev /low /up /r
$b mount -t proc proc /proc
$b mount -t devtmpfs dev /dev
${modules.map((name) => `$b insmod /modules/${name}`).join('\n')}
$b mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 root /low
$b mount -t tmpfs -o size=75% up /up
$b mkdir -p /up/upper /up/work
$b mount -t overlay -o lowerdir=/low,upperdir=/up/upper,workdir=/up/work overlay /r || $b poweroff -f
u=/r/etc/systemd/system
$b rm -rf $u/*.wants
${MASKED.map((name) => `$b ln -sf /dev/null $u/${name}.service`).join('\n')}
# By these systemd would take the guest for a container, as this machine may be one.
$b rm -f /r/.dockerenv /r/run/.containerenv
$b echo > /r/etc/fstab
$b mkdir -p /r/etc/systemd/journald.conf.d '/r${INSTALL_FOLDER}'
$b printf '[Journal]\\nStorage=volatile\\n' > /r/etc/systemd/journald.conf.d/check.conf
$b mount --bind '/low${core}' '/r${INSTALL_FOLDER}'
$b cp /check.sh /r/usr/local/bin/service-check
$b printf '[Unit]\\nRequires=sysinit.target service-check.service\\nAllowIsolate=yes\\n' > $u/service-check.target
$b printf '[Unit]\\nAfter=sysinit.target\\nSuccessAction=poweroff-immediate\\nFailureAction=poweroff-immediate\\n[Service]\\nType=oneshot\\nTimeoutStartSec=infinity\\nStandardOutput=tty\\nStandardError=tty\\nTTYPath=/dev/ttyS0\\nExecStart=/usr/local/bin/service-check\\n' > $u/service-check.service
$b umount /proc
exec $b switch_root /r /lib/systemd/systemd
`
}
