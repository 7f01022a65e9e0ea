// The guest's kernel: Debian's package, unpacked and not installed, and the modules that the guest needs of it.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { repository } from '../../../scripts/command.ts'

const run = promisify(execFile)
const FOLDER = path.join(repository, '.data/power-loss/kernel')
/** Always names the newest kernel of this Debian. */
const META_PACKAGE = 'linux-image-amd64'
const MODULES = ['virtio_pci', 'virtio_blk', 'virtio_net', 'ext4', 'crc32c_generic', '9p', '9pnet_virtio']
const LIMIT_MS = 5 * 60_000

export interface GuestKernel {
  readonly image: string
  /** Files of modules in the order in which they are loaded. */
  readonly modules: readonly string[]
}

export function isKernelThere(): boolean {
  return existsSync(path.join(FOLDER, 'boot'))
}

/** Fetches and unpacks the package. Throws with apt's words. */
export async function fetchKernel(): Promise<void> {
  const draft = mkdtempSync(path.join(tmpdir(), 'relay-kernel-'))
  try {
    const { stdout } = await run('apt-cache', ['depends', '--important', META_PACKAGE], { timeout: LIMIT_MS })
    const name = /Depends: (linux-image-[\w.+-]+)/.exec(stdout)?.[1]
    if (name === undefined) throw new Error(`${META_PACKAGE} names no kernel: is this Debian on x64?`)
    await run('apt-get', ['-q', 'download', name], { cwd: draft, timeout: LIMIT_MS })
    const file = readdirSync(draft).find((one) => one.endsWith('.deb'))
    if (file === undefined) throw new Error(`apt-get downloaded no ${name}`)
    const unpacked = path.join(draft, 'kernel')
    await run('dpkg', ['-x', path.join(draft, file), unpacked], { timeout: LIMIT_MS })
    await run('depmod', ['-b', unpacked, releaseIn(unpacked)], { timeout: LIMIT_MS })
    await expandImage(unpacked)
    mkdirSync(path.dirname(FOLDER), { recursive: true })
    rmSync(FOLDER, { recursive: true, force: true })
    await run('cp', ['-a', unpacked, FOLDER], { timeout: LIMIT_MS })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Expands the image here: in the emulated processor that takes as long as the rest of the boot, and QEMU starts the bare
 * kernel as well (PVH). Source of the offsets: "The Linux/x86 Boot Protocol" in the kernel's documentation.
 */
async function expandImage(folder: string): Promise<void> {
  const image = readFileSync(imageIn(folder, 'vmlinuz'))
  const begin = (image.readUInt8(0x1f1) + 1) * 512 + image.readUInt32LE(0x248)
  // The last 4 bytes say how long the kernel is, and are not xz's.
  const packed = image.subarray(begin, begin + image.readUInt32LE(0x24c) - 4)
  const file = imageIn(folder, 'vmlinux')
  writeFileSync(`${file}.xz`, packed)
  await run('xz', ['-d', '--single-stream', `${file}.xz`], { timeout: LIMIT_MS })
}

function imageIn(folder: string, kind: 'vmlinuz' | 'vmlinux'): string {
  return path.join(folder, 'boot', `${kind}-${releaseIn(folder)}`)
}

/** `more`: names of modules beside those that every guest needs. Throws when a module is missing. */
export async function guestKernel(more: readonly string[] = []): Promise<GuestKernel> {
  const release = releaseIn(FOLDER)
  const lists = await Promise.all(
    [...MODULES, ...more].map(async (name) =>
      run('modprobe', ['-S', release, '-d', FOLDER, '--show-depends', name]),
    ),
  )
  // "insmod /…/file.ko" each; what is built in says so and needs nothing.
  const files = lists.flatMap(({ stdout }) =>
    [...stdout.matchAll(/^insmod (\S+)/gm)].map((found) => found[1] ?? ''),
  )
  return { image: imageIn(FOLDER, 'vmlinux'), modules: [...new Set(files)] }
}

function releaseIn(folder: string): string {
  const [release] = readdirSync(path.join(folder, 'lib/modules'))
  if (release === undefined) throw new Error(`${folder} holds no kernel modules`)
  return release
}
