// A computer in QEMU with a USB printer that its own kernel plays: started, listened to, off again.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../../../scripts/command.ts'
import { guestKernel } from '../power-loss/guest-kernel.ts'
import { makeInitrd, startQemu } from '../power-loss/qemu.ts'
import { bundleForGuest } from '../service-check/staged-core.ts'
import { initScript } from './guest-init.ts'
import { DONE, lookedIn, type Looked } from './outcome.ts'

/** A host controller and a device controller that are each other's cable, the printer behind it, and the driver before it. */
const MODULES = ['overlay', 'dummy_hcd', 'usb_f_printer', 'usblp']
const MEMORY_MIB = 1_536
/** On a machine that others keep busy. */
const LIMIT_MS = 40 * 60_000
/** A kernel that faulted goes on with what is left of it, and nothing more would come. */
const KERNEL_OPTIONS = 'oops=panic'
const FAULTED = /Kernel panic|BUG:|Oops/
/** The device side of the printer is a driver of the guest's kernel (usb_f_printer), which faults at times when its cable goes. */
const MOST_GUESTS = 3

export interface GuestResult {
  readonly looked: readonly Looked[]
  /** It said that it was through. */
  readonly isDone: boolean
  /** Other lines of its console, the last ones. */
  readonly console: readonly string[]
  /** Guests before this one whose own kernel faulted, so that they looked at nothing more. */
  readonly faultedBefore: number
}

/** Again where the guest's own kernel faulted, three times at most. */
export async function runGuest(onLine: (line: string) => void): Promise<GuestResult> {
  for (let faultedBefore = 0; ; faultedBefore += 1) {
    const result = { ...(await runOneGuest(onLine)), faultedBefore }
    const isFaulted = !result.isDone && result.console.some((line) => FAULTED.test(line))
    if (!isFaulted || faultedBefore + 1 >= MOST_GUESTS) return result
    onLine('the kernel of this guest faulted; another guest begins from the start')
  }
}

async function runOneGuest(onLine: (line: string) => void): Promise<Omit<GuestResult, 'faultedBefore'>> {
  const folder = path.join(repository, '.data/usb-check')
  await mkdir(folder, { recursive: true })
  const program = await bundleForGuest(
    'tests/campaigns/usb-check/guest-program.ts',
    path.join(folder, 'guest-program.mjs'),
  )
  const { image, modules } = await guestKernel(MODULES)
  const initrd = await makeInitrd(folder, {
    modules,
    init: (names) => initScript(names, { node: process.execPath, program }),
  })
  // Its clock counts what it did, so that a busy machine makes it slow and no printer late.
  const more = ['-icount', 'shift=1']
  const child = startQemu({
    kernel: image,
    initrd,
    kernelOptions: KERNEL_OPTIONS,
    memoryMib: MEMORY_MIB,
    disk: null,
    more,
  })
  child.stderr.pipe(process.stderr)
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
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
  }).finally(() => clearTimeout(limit))
  return {
    looked: lines.flatMap((line) => lookedIn(line) ?? []),
    isDone: lines.includes(DONE),
    console: lines.filter((line) => lookedIn(line) === null).slice(-80),
  }
}
