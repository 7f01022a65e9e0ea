// A computer in QEMU whose first process is systemd. Its files are this machine's, over 9p; what it changes stays on a disk
// of its own, by which it knows after a reboot what was before, so nothing of this machine is touched.
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { guestKernel } from '../power-loss/guest-kernel.ts'
import { makeInitrd, startQemu } from '../power-loss/qemu.ts'
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
const KERNEL_OPTIONS = 'systemd.unit=service-check.target systemd.show_status=no'
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
  const initrd = await makeInitrd(checkFolder, {
    modules,
    init: (names) => initScript(names, parts.core),
    scripts: { 'check.sh': guestScript(parts.pharmacy) },
  })
  const disk = path.join(checkFolder, 'disk')
  await rm(disk, { force: true })
  await run('/sbin/mke2fs', ['-q', '-t', 'ext4', '-E', 'lazy_itable_init=1', disk, `${DISK_MIB}M`])
  try {
    const life = async (start: Start, end: string): Promise<string[]> => {
      const child = startQemu({
        kernel: image,
        initrd,
        kernelOptions: `${KERNEL_OPTIONS} relay_start=${start}`,
        memoryMib: MEMORY_MIB,
        disk,
        // Its clock counts what it did, so that a busy machine makes it slow and not late.
        more: ['-icount', 'shift=1'],
      })
      return oneLife(child, end, parts.onLine)
    }
    const first = await life('first', REBOOTS)
    if (!first.includes(REBOOTS)) return { lines: first, hasEnded: false }
    const again = await life('again', DONE)
    return { lines: [...first, ...again], hasEnded: again.includes(DONE) }
  } finally {
    await rm(disk, { force: true })
  }
}

/** Until the computer is off; `end` is the script's last line. Rejects when QEMU cannot be started. */
async function oneLife(
  child: ReturnType<typeof startQemu>,
  end: string,
  onLine: (line: string) => void,
): Promise<string[]> {
  child.stderr.pipe(process.stderr)
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
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
  }).finally(() => {
    clearTimeout(limit)
    clearTimeout(shutdown)
  })
  return lines
}
