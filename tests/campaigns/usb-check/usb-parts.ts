// The parts of the check, inside the guest, at the driver of USB printers: coming and going, every label, questions, cuts.
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterInfo, PrintRequest } from '../../../agent/core/printers/printer-backend.ts'
import type { Printers } from '../../../agent/core/printers/printers.ts'
import type { WriteOutcome } from '../../../agent/core/printers/write-outcome.ts'
import { ADDRESS, type Gadget } from './gadget.ts'
import { compared, told, within } from './look.ts'
import { NOTICED_MS, PARTS } from './outcome.ts'

export interface Bench {
  readonly gadget: Gadget
  readonly printers: Printers
  readonly labels: readonly { readonly name: string; readonly bytes: Buffer }[]
}

export const USB_ID = `usb:${ADDRESS}`
const MANY_BYTES = 2_000_000
/** A line of ZPL's comment, so that any part of it prints nothing. */
export const BIG = Buffer.alloc(MANY_BYTES, '^FXnothing^FS\n')
const ARRIVES_MS = 20_000

export async function printed(
  { printers }: Pick<Bench, 'printers'>,
  id: string,
  label: Pick<PrintRequest, 'payload' | 'language'>,
): Promise<WriteOutcome> {
  const { signal } = new AbortController()
  return printers.print(id, { title: 'label check', signal, ...label })
}

export function words(outcome: WriteOutcome): string {
  return outcome.ok ? 'handed over' : `${outcome.code}, ${outcome.retry}`
}

/** `times` in and out; noticed is told by the watch, and then seen in the list. */
export async function comesAndGoes({ gadget, printers }: Bench, times: number): Promise<void> {
  let isTold = false
  const stop = printers.watch(() => (isTold = true))
  await wait(1_500)
  for (let n = 1; n <= times; n += 1)
    for (const isIn of [true, false]) {
      isTold = false
      if (isIn) gadget.plug()
      else gadget.unplug()
      const { isSo, tookMs } = await within(
        10_000,
        async () => isTold && isListed(await printers.list(), USB_ID) === isIn,
      )
      const what = `${n}: ${isIn ? 'in' : 'out'}`
      told({ part: PARTS.plug, what, isGood: isSo && tookMs <= NOTICED_MS, tookMs })
    }
  stop()
}

export function isListed(list: readonly PrinterInfo[], id: string): boolean {
  return list.some((one) => one.id === id)
}

export async function everyLabel(bench: Bench, id: string, part: string): Promise<void> {
  const { gadget, labels } = bench
  gadget.take()
  for (const { name, bytes } of labels) {
    const startMs = performance.now()
    const outcome = await printed(bench, id, { payload: bytes })
    await within(ARRIVES_MS, () => gadget.bytes() >= bytes.length)
    const came = gadget.take()
    const isGood = outcome.ok && came.equals(bytes)
    const seen = outcome.ok ? compared(bytes, came) : words(outcome)
    told({ part, what: name, isGood, seen, tookMs: Math.round(performance.now() - startMs) })
  }
}

/** Pulled while the printer has a part of a label; the next one follows the half one when it is back. */
export async function cutShort(bench: Bench, times: number): Promise<void> {
  const { gadget, printers } = bench
  const part = PARTS.cut
  const [label] = bench.labels
  if (label === undefined) throw new Error('there are no labels')
  for (let n = 1; n <= times; n += 1) {
    gadget.take()
    const printing = printed(bench, USB_ID, { payload: BIG, language: 'zpl' })
    await within(ARRIVES_MS, () => gadget.bytes() > n * 20_000)
    gadget.unplug()
    const outcome = await printing
    const came = gadget.take().length
    const isDoubt = !outcome.ok && outcome.retry === 'ambiguous'
    const isCut = came > 0 && came < BIG.length
    told({
      part,
      what: `${n}: in doubt`,
      isGood: isDoubt && isCut,
      seen: `${words(outcome)}; ${came} bytes came`,
    })
    const refused = await printed(bench, USB_ID, { payload: label.bytes })
    const isRefused = !refused.ok && refused.retry === 'transient'
    told({ part, what: `${n}: the next one waits`, isGood: isRefused, seen: words(refused) })
    gadget.plug()
    const { isSo, tookMs } = await within(10_000, async () => isListed(await printers.list(), USB_ID))
    told({ part, what: `${n}: the same printer again`, isGood: isSo, tookMs })
    await wait(1_000)
    const unasked = gadget.take().length
    told({ part, what: `${n}: nothing comes out by itself`, isGood: unasked === 0, seen: `${unasked} bytes` })
    // What may follow a half format begins with ~JX.
    const whole = Buffer.concat([Buffer.from('~JX'), label.bytes])
    const after = await printed(bench, USB_ID, { payload: label.bytes, language: 'zpl' })
    await within(ARRIVES_MS, () => gadget.bytes() >= whole.length)
    const came2 = gadget.take()
    const isGood = after.ok && came2.equals(whole)
    told({ part, what: `${n}: the next label, behind ~JX`, isGood, seen: compared(whole, came2) })
  }
}

/** The test printer answers over the cable; what comes is a question and no label. */
export async function isAsked(bench: Bench, answering: () => Promise<() => void>): Promise<void> {
  const stop = await answering()
  const answer = await bench.printers.read(USB_ID, 'zpl')
  stop()
  const isGood = answer?.kind === 'reading' && answer.reading.isIdle === true
  told({
    part: PARTS.asked,
    what: 'a question in ZPL is answered',
    isGood,
    seen: JSON.stringify(answer).slice(0, 300),
  })
  bench.gadget.take()
}
