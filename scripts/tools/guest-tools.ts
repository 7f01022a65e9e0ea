// What the guest needs on this machine, and what a person does when it is missing.
import { existsSync } from 'node:fs'
import { isKernelThere } from '../../tests/campaigns/power-loss/guest-kernel.ts'

/** Debian's packages, each with a file that tells that it is there. */
export const GUEST_TOOLS = [
  { package: 'qemu-system-x86', file: '/usr/bin/qemu-system-x86_64' },
  { package: 'nbdkit', file: '/usr/bin/nbdkit' },
  { package: 'busybox-static', file: '/bin/busybox' },
  { package: 'xz-utils', file: '/usr/bin/xz' },
  { package: 'cpio', file: '/usr/bin/cpio' },
  { package: 'kmod', file: '/sbin/modprobe' },
  { package: 'e2fsprogs', file: '/sbin/mke2fs' },
  { package: 'socat', file: '/usr/bin/socat' },
  { package: 'util-linux', file: '/usr/bin/setpriv' },
]

/** Null when everything is there; else what is missing and how it comes, in words. */
export function missingGuestTools(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'the guest runs the Node and the libraries of this computer, so this needs Linux on x64'
  const packages = GUEST_TOOLS.filter(({ file }) => !existsSync(file)).map((tool) => tool.package)
  const missing = isKernelThere() ? packages : [...packages, "a kernel of Debian's in .data/power-loss"]
  if (missing.length === 0) return null
  return `missing: ${missing.join(', ')}. On Debian, as root: npm run tools -- --power-loss`
}
