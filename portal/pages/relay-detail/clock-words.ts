// By how much the clock of a computer is wrong, in words; to the minute, for it is measured every 30 s.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { lastedWords } from '../../views/lasted.ts'

const MINUTE_MS = 60_000

export function clockWords(aheadMs: number, t: Texts): string {
  const by = lastedWords(t.locale, Math.round(Math.abs(aheadMs) / MINUTE_MS) * MINUTE_MS)
  return aheadMs > 0 ? t.computers.clockAhead(by) : t.computers.clockBehind(by)
}
