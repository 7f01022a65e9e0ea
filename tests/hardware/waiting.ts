// Waits for a label, with a bound.
import type { PrintedLabel, SuitePrinting, UnderWay } from './printing.ts'

/** So long a label may take at a printer that nobody has to put right; beyond it, it is broken off. */
const SETTLE_MS = 100_000

/** Says why the printer has stopped, where it says so. */
export async function settled(
  printing: SuitePrinting,
  label: UnderWay,
  say: (line: string) => void,
): Promise<PrintedLabel> {
  void label.stopped.then(() => {
    if (!label.isDone()) say(`  the printer says: ${label.stops().join(' ')}`)
  })
  await within(printing, SETTLE_MS, [label.done])
  if (!label.isDone()) label.abort()
  return label.done
}

/** Resolves with one of them, or after that time. */
export async function within(
  printing: SuitePrinting,
  limitMs: number,
  ends: readonly Promise<unknown>[],
): Promise<void> {
  const late = Promise.withResolvers<void>()
  const cancel = printing.clock.after(limitMs, late.resolve)
  await Promise.race([...ends, late.promise])
  cancel()
}
