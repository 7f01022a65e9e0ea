// The result of the campaign as people read it.
import { percent, reportTable, sentence } from '../../kit/report.ts'
import { mostInAnHour } from './judged.ts'
import type { GuessesOptions, GuessesResult } from './run-guesses.ts'

export function reportLines(
  { guesses, addresses, accounts, seed }: Omit<GuessesOptions, 'say'>,
  result: GuessesResult,
): string[] {
  const { strangers, owners, checkedAt, checkedNobody, unchecked, seconds, faults } = result
  const checked = [...checkedAt.values()].reduce((sum, times) => sum + times.length, 0)
  const most = Math.max(0, ...[...checkedAt.values()].map(mostInAnHour))
  const head = `${guesses} guesses from ${addresses} addresses, half at one account, half at ${accounts} others and at nobody's; seed ${seed}`
  const rows = [
    ['seconds, guesses a second', `${seconds.toFixed(0)}, ${(guesses / seconds).toFixed(0)}`],
    ...[...strangers.answers].map(([code, times]) => [`answered ${code}`, times] as const),
    ['checked, of accounts that exist', checked],
    ['checked, of accounts that nobody has', checkedNobody],
    ['refused without a check', unchecked],
    ['most checked of one account within an hour (at most 20)', most],
    ['answer to a stranger, p50 / p99', timesText(strangers.timesMs)],
    ['right passwords given by strangers, got in', `${strangers.rightGuesses}, ${strangers.gotIn}`],
    ['sign-ins of owners at their devices, failed', `${owners.tries}, ${owners.failures.length}`],
    ['sign-in of an owner, p50 / p99', timesText(owners.timesMs)],
  ] as const
  return [...reportTable(head, rows), ...boundsOf(result), ...faults.map((fault) => `fault: ${fault}`)]
}

/** What so many without one prove (3/N). */
function boundsOf({ strangers: { rightGuesses }, owners: { tries }, faults }: GuessesResult): string[] {
  if (faults.length > 0) return []
  return sentence(
    `None got in and no owner was kept out: with 95 % confidence fewer than ${percent(3, rightGuesses, 3)} of right passwords given beyond the rate get in, and fewer than ${percent(3, tries, 3)} of sign-ins at a known device fail (3/N).`,
  )
}

function timesText(sortedMs: readonly number[]): string {
  const at = (share: number): string =>
    (sortedMs[Math.min(sortedMs.length - 1, Math.floor(sortedMs.length * share))] ?? 0).toFixed(0)
  return `${at(0.5)} / ${at(0.99)} ms`
}
