// Where the label of that number stands: at the computer that took it from its sender, which its letter names, first on a page
// of that computer's labels. Pure.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { firstNumber, writtenNumber } from '@pharmacy-relay/shared/labels/label-number.ts'

export type LabelPlace =
  | { readonly kind: 'there'; readonly computerId: number; readonly before: number }
  | { readonly kind: 'no_number' | 'no_computer'; readonly written: string }

/** Of what a computer counts at most, so that an address can name the label behind it. */
const MAX_COUNT = 999_999_999_999_998

/** `written`: in any case; without a letter it means a label of `computer`. A reprint stands where its first print does. */
export function labelPlace(
  written: string,
  computer: RelayComputer,
  { computers }: Pick<CustomerDetail, 'computers'>,
): LabelPlace {
  const number = writtenNumber(written)
  if (number === null) return { kind: 'no_number', written }
  const [count = '', letter = null] = firstNumber(number).split('-').toReversed()
  const its = letter === null ? computer : computers.find((one) => one.letter === letter)
  if (its === undefined || Number(count) > MAX_COUNT) return { kind: 'no_computer', written: number }
  return { kind: 'there', computerId: its.id, before: Number(count) + 1 }
}
