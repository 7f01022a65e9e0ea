// A computer in QEMU: what it starts from, and its process.
import { execFile, spawn } from 'node:child_process'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** On a busy machine an emulated timer may be late, which the kernel takes for a broken one unless it is told not to look. */
const KERNEL_OPTIONS =
  'console=ttyS0 quiet panic=-1 mitigations=off no_timer_check nokaslr cryptomgr.notests audit=0'
const FIXED =
  '-cpu max -smp 1 -nodefaults -no-user-config -display none -no-reboot -serial stdio -virtfs local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap'

export interface InitialFiles {
  /** Files that the kernel loads in this order. */
  readonly modules: readonly string[]
  /** The first process; it is told the names of the modules, which lie in /modules. */
  readonly init: (modules: readonly string[]) => string
  /** Scripts beside it, by name. */
  readonly scripts?: Readonly<Record<string, string>>
}

/** Writes the initial file system into `folder`, with busybox in it. Returns its file. */
export async function makeInitrd(
  folder: string,
  { modules, init, scripts = {} }: InitialFiles,
): Promise<string> {
  const root = path.join(folder, 'initrd.d')
  await rm(root, { recursive: true, force: true })
  await mkdir(path.join(root, 'modules'), { recursive: true })
  await copyFile('/bin/busybox', path.join(root, 'busybox'))
  const names = modules.map((file) => path.basename(file))
  for (const file of modules) await copyFile(file, path.join(root, 'modules', path.basename(file)))
  for (const [name, text] of Object.entries({ ...scripts, init: init(names) }))
    await writeFile(path.join(root, name), text, { mode: 0o755 })
  const initrd = path.join(folder, 'initrd')
  await run('/bin/sh', ['-c', `find . | cpio --quiet -o -H newc > '${initrd}'`], { cwd: root })
  return initrd
}

export interface QemuParts {
  readonly kernel: string
  readonly initrd: string
  /** Added to those of the kernel that every guest has. */
  readonly kernelOptions: string
  readonly memoryMib: number
  /** Of a raw disk, as QEMU names files; null: it has none. */
  readonly disk: string | null
  readonly more: readonly string[]
}

/** With this machine's root over 9p, read-only. Its console is on standard output. It does not outlive this process. */
export function startQemu({ kernel, initrd, kernelOptions, memoryMib, disk, more }: QemuParts) {
  const args = [
    ...['-kernel', kernel, '-initrd', initrd, '-append', `${KERNEL_OPTIONS} ${kernelOptions}`],
    ...['-m', String(memoryMib)],
    ...(disk === null ? [] : ['-drive', `file=${disk},format=raw,if=virtio,cache=writeback`]),
  ]
  const qemu = ['qemu-system-x86_64', '-accel', 'tcg', ...FIXED.split(' '), ...args, ...more]
  return spawn('setpriv', ['--pdeathsig', 'KILL', ...qemu], { stdio: ['ignore', 'pipe', 'pipe'] })
}
