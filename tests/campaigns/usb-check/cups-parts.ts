// The parts of the check, inside the guest, at a print queue of CUPS whose device is usb://…
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cupsd } from '../../../agent/core/printers/test/cupsd.ts'
import { SERIAL } from './gadget.ts'
import { compared, told, within } from './look.ts'
import { PARTS } from './outcome.ts'
import { BIG, everyLabel, isListed, printed, USB_ID, words, type Bench } from './usb-parts.ts'

const QUEUE = 'CHECK'
const QUEUE_ID = `cups:${QUEUE}`
const run = promisify(execFile)
/** CUPS begins again with a printer that is back within JobRetryInterval, 5 s in this server. */
const STAYS_AWAY_MS = 12_000

/** Null, and says so, when CUPS does not see the printer. */
export async function addUsbQueue(cupsd: Cupsd): Promise<boolean> {
  const env = { ...process.env, CUPS_SERVER: cupsd.socketPath }
  let device = ''
  const { isSo, tookMs } = await within(60_000, async () => {
    const { stdout } = await run('/usr/sbin/lpinfo', ['--include-schemes', 'usb', '-v'], { env })
    device = /\busb:\S+/.exec(stdout)?.[0] ?? ''
    return device !== ''
  })
  const isGood = isSo && device.includes(SERIAL)
  told({ part: PARTS.once, what: 'CUPS finds it by its serial number', isGood, seen: device, tookMs })
  if (isSo) await cupsd.addQueue(QUEUE, device)
  return isSo
}

/** Beside `/dev/usb/lp0`, before CUPS took it from the driver and after. */
export async function isListedOnce(bench: Bench, when: string): Promise<void> {
  const list = await bench.printers.list()
  const isGood = isListed(list, QUEUE_ID) && !isListed(list, USB_ID) && list.length === 1
  told({ part: PARTS.once, what: when, isGood, seen: list.map(({ id }) => id).join(' ') })
}

export async function refusesBesideQueue(bench: Bench): Promise<void> {
  const outcome = await printed(bench, USB_ID, { payload: Buffer.from('^XA^XZ') })
  const isGood = !outcome.ok && outcome.code === 'printer_has_queue'
  told({ part: PARTS.once, what: 'no label past its queue', isGood, seen: words(outcome) })
}

export async function everyLabelByQueue(bench: Bench): Promise<void> {
  await everyLabel(bench, QUEUE_ID, PARTS.cups)
}

/** Nothing may wait in the queue: it would come out when nobody expects it. */
export async function labelWhileAway(bench: Bench): Promise<void> {
  const { gadget } = bench
  const [label] = bench.labels
  if (label === undefined) throw new Error('there are no labels')
  const part = PARTS.away
  gadget.take()
  gadget.unplug()
  await wait(500)
  const outcome = await printed(bench, QUEUE_ID, { payload: label.bytes })
  told({ part, what: 'is not said to be printed', isGood: !outcome.ok, seen: words(outcome) })
  gadget.plug()
  await wait(STAYS_AWAY_MS)
  const came = gadget.take().length
  told({ part, what: 'does not come out when it is back', isGood: came === 0, seen: `${came} bytes` })
  await nextLabel(bench, part)
}

export async function cutShortByQueue(bench: Bench, times: number): Promise<void> {
  const { gadget } = bench
  const part = PARTS.cupsCut
  for (let n = 1; n <= times; n += 1) {
    gadget.take()
    const printing = printed(bench, QUEUE_ID, { payload: BIG })
    const { isSo } = await within(60_000, () => gadget.bytes() > n * 20_000)
    gadget.unplug()
    const came = gadget.take().length
    const outcome = await printing
    const isGood = isSo && !outcome.ok && outcome.retry === 'ambiguous'
    told({ part, what: `${n}: in doubt`, isGood, seen: `${words(outcome)}; ${came} bytes came` })
    gadget.plug()
    await wait(STAYS_AWAY_MS)
    const more = gadget.take().length
    told({ part, what: `${n}: does not go on by itself`, isGood: more === 0, seen: `${more} bytes` })
    await nextLabel(bench, part)
  }
}

async function nextLabel(bench: Bench, part: string): Promise<void> {
  const { gadget } = bench
  const [label] = bench.labels
  if (label === undefined) throw new Error('there are no labels')
  const outcome = await printed(bench, QUEUE_ID, { payload: label.bytes })
  await within(20_000, () => gadget.bytes() >= label.bytes.length)
  const came = gadget.take()
  const isGood = outcome.ok && came.equals(label.bytes)
  told({ part, what: 'the next label comes out whole', isGood, seen: compared(label.bytes, came) })
}
