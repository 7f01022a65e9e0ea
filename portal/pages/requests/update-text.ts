// What a computer says of its update, in one line.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { UpdateCheck } from '@pharmacy-relay/shared/update-codes.ts'

/** How far it is; what went wrong with it comes first. */
export function updateText({ version, step, offered, fault }: UpdateCheck, t: Texts): string {
  const u = t.updates
  if (fault !== null) return `${u.version(version)}. ${u.faults[fault]}`
  const isUpToDate = step === 'idle' && offered === null
  return `${u.version(version)}. ${offered === null || isUpToDate ? '' : `${u.offered(offered)} `}${u.steps[step]}`
}
