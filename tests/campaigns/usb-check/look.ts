// How a part of the check, inside the guest, says what it looked at.
import { setTimeout as wait } from 'node:timers/promises'
import { LOOKED, Looked } from './outcome.ts'

export function told(looked: Omit<Looked, 'tookMs' | 'seen'> & Partial<Looked>): void {
  const whole = Looked.parse({ seen: '', tookMs: null, ...looked })
  console.log(`${LOOKED}${JSON.stringify(whole)}`)
}

/** Whether it became so within that time, and how long it took. */
export async function within(
  limitMs: number,
  ask: () => boolean | Promise<boolean>,
): Promise<{ readonly isSo: boolean; readonly tookMs: number }> {
  const startMs = performance.now()
  for (;;) {
    const isSo = await ask()
    const tookMs = Math.round(performance.now() - startMs)
    if (isSo || tookMs >= limitMs) return { isSo, tookMs }
    await wait(5)
  }
}

/** What was sent and what came, in one line. */
export function compared(sent: Buffer, came: Buffer): string {
  if (sent.equals(came)) return ''
  const shorter = Math.min(sent.length, came.length)
  let same = 0
  while (same < shorter && sent[same] === came[same]) same += 1
  return `${sent.length} bytes sent, ${came.length} came, the first ${same} the same`
}
