// The account at the end: what senders know was taken, what both spools say, what is on paper. Pure.
import type { Evidence, JobState } from '@pharmacy-relay/shared/print-job.ts'
import { firstPrints } from './answered.ts'
import type { Books, Finding, HandedIn, SpoolJob } from './books.ts'
import type { RollLabel } from './printer.ts'

export interface Verdict {
  readonly labels: number
  readonly accepted: number
  /** Their senders saw no clean end, and they came out or stand in a spool all the same. */
  readonly takenUnheard: number
  readonly printed: number
  /** Accepted, and not on paper: somebody is asked about each, or told. */
  readonly notPrinted: number
  /** A state at the end that asks a person whether it came out. */
  readonly unknown: number
  readonly unknownOnPaper: number
  /** Why, at which computer, in the agent's words; sums up to `unknown`. */
  readonly unknownWhy: readonly string[]
  /** What the PrinterComputer has as proof, of each label that it handed over. */
  readonly evidence: readonly Evidence[]
  readonly overLan: number
  readonly overHub: number
  /** Forwarded, over at the PrinterComputer, and the Client was not told yet how it ended. */
  readonly notHeard: number
  readonly lost: readonly Finding[]
  readonly doubled: readonly Finding[]
  /** On paper before an earlier label of the same sender. */
  readonly overtaking: readonly Finding[]
  readonly contradictions: readonly Finding[]
}

/** A person sees it: nothing is lost without a word. */
const TOLD: readonly JobState[] = ['unknown', 'failed', 'expired', 'held', 'accepted', 'waiting_for_printer']
const SAYS_PAPER: readonly JobState[] = ['printed', 'sent_to_printer']
const SAYS_NO_PAPER: readonly JobState[] = [
  'failed',
  'expired',
  'held',
  'cancelled',
  'accepted',
  'waiting_for_printer',
]

const OVER: readonly JobState[] = [...SAYS_PAPER, 'unknown', 'failed', 'expired', 'cancelled']

interface Label extends HandedIn {
  readonly client: readonly SpoolJob[]
  readonly printer: readonly SpoolJob[]
  readonly onRoll: readonly Omit<RollLabel, 'atMs'>[]
}

/** Reprints that somebody asked for are another matter: answered.ts. */
export function judge(all: Books): Verdict {
  const books = {
    ...all,
    client: all.client.filter(isFirstPrint),
    printer: all.printer.filter(isFirstPrint),
    roll: firstPrints(all),
  }
  const labels = labelsOf(books)
  const accepted = labels.filter(({ answer }) => answer === 'accepted')
  const isUnknown = ({ client, printer }: Label): boolean =>
    has(client, ['unknown']) || has(printer, ['unknown'])
  const unknown = labels.filter(isUnknown)
  return {
    labels: labels.length,
    accepted: accepted.length,
    takenUnheard: labels.filter((label) => label.answer === 'broken' && label[label.at].length > 0).length,
    printed: labels.filter(({ onRoll }) => onRoll.length > 0).length,
    notPrinted: accepted.filter(({ onRoll }) => onRoll.length === 0).length,
    unknown: unknown.length,
    unknownOnPaper: unknown.filter(({ onRoll }) => onRoll.length > 0).length,
    unknownWhy: unknown.map(whyUnknown),
    evidence: labels.flatMap(({ printer }) => printer.flatMap(({ evidence }) => evidence ?? [])),
    overLan: carriedBy(labels, 'lan'),
    overHub: carriedBy(labels, 'hub'),
    notHeard: labels.filter(({ client, printer }) => has(client, ['forwarded']) && has(printer, OVER)).length,
    lost: accepted.filter(isLost).map(finding),
    doubled: labels.filter(({ onRoll }) => onRoll.length > 1).map(finding),
    overtaking: overtaking(labels, books.roll),
    contradictions: labels.filter(contradicts).map(finding),
  }
}

function labelsOf({ sent, client, printer, roll }: Books): Label[] {
  const atClient = Map.groupBy(client, ({ bytes }) => bytes)
  const atPrinter = Map.groupBy(printer, ({ bytes }) => bytes)
  const onPaper = Map.groupBy(roll, ({ serial }) => serial)
  return sent.map((one) => ({
    ...one,
    client: atClient.get(one.bytes) ?? [],
    printer: atPrinter.get(one.bytes) ?? [],
    onRoll: onPaper.get(one.payload.serial) ?? [],
  }))
}

function isFirstPrint({ answer }: SpoolJob): boolean {
  return (answer?.reprint ?? null) === null
}

function isAnswered({ client, printer }: Label): boolean {
  return [...client, ...printer].some(({ answer }) => answer?.isAnswered === true)
}

/** Neither on paper nor standing before a person anywhere, nor was a person asked and said what became of it. */
function isLost(label: Label): boolean {
  const { client, printer, onRoll } = label
  return !isAnswered(label) && onRoll.length === 0 && !has(client, TOLD) && !has(printer, TOLD)
}

/** A spool that is certain by itself, and wrong. */
function contradicts(label: Label): boolean {
  const { client, printer, onRoll } = label
  // What a person said is taken, whatever is on paper.
  if (isAnswered(label)) return false
  if (onRoll.length === 0) return has(printer, SAYS_PAPER) || has(client, SAYS_PAPER)
  const onlySaysNo = printer.length > 0 && printer.every(({ state }) => SAYS_NO_PAPER.includes(state))
  return onlySaysNo || has(client, SAYS_NO_PAPER)
}

/** The PrinterComputer knows why, where it has the label. */
function whyUnknown({ client, printer }: Label): string {
  const [there] = printer.filter(({ state }) => state === 'unknown')
  const [here] = client.filter(({ state }) => state === 'unknown')
  const { reason } = there ?? here ?? { reason: '' }
  const general = reason.replaceAll(/CAMPAIGN-\d+-/g, '').replaceAll(/\d+/g, 'N')
  return `${there === undefined ? 'Client' : 'PrinterComputer'}: ${general}`
}

function carriedBy(labels: readonly Label[], carrier: 'lan' | 'hub'): number {
  return labels.filter(({ client }) => client.some((job) => job.carrier === carrier)).length
}

export interface Early {
  readonly serial: number
  /** Of the earlier one that is on paper behind it. */
  readonly before: number
}

/**
 * Serials on paper before an earlier one of the same sender. `sent`: of one sender, in the order in which it handed them in; what is not
 * on paper counts for nothing, and of what is there twice the first place counts.
 */
export function cameEarly(
  sent: readonly number[],
  roll: readonly { readonly serial: number }[],
): readonly Early[] {
  const placeOf = new Map(roll.map(({ serial }, place) => [serial, place] as const).toReversed())
  let last = { serial: 0, place: -1 }
  return sent.flatMap((serial) => {
    const place = placeOf.get(serial) ?? last.place
    if (place < last.place) return [{ serial, before: last.serial }]
    if (place > last.place) last = { serial, place }
    return []
  })
}

/** What a person answered for is left out: its reprint may be what is on paper, and comes when it is asked for. */
function overtaking(labels: readonly Label[], roll: Books['roll']): Finding[] {
  const byItself = labels.filter((label) => !isAnswered(label))
  const senders = Map.groupBy(byItself, ({ sender }) => sender)
  return [...senders.values()].flatMap((sent) => {
    const bySerial = new Map(sent.map((label) => [label.payload.serial, label]))
    const early = cameEarly([...bySerial.keys()], roll)
    return early.flatMap(({ serial, before }) => {
      const [one, other] = [bySerial.get(serial), bySerial.get(before)]
      if (one === undefined || other === undefined) return []
      return [{ serial, text: `${finding(one).text}; before label ${before}: ${finding(other).text}` }]
    })
  })
}

function has(jobs: readonly SpoolJob[], states: readonly JobState[]): boolean {
  return jobs.some(({ state }) => states.includes(state))
}

function finding({ payload, bytes, answer, client, printer, onRoll }: Label): Finding {
  const jobs = (spool: readonly SpoolJob[]): string =>
    spool.length === 0
      ? 'no job'
      : spool.map(({ n, state, reason }) => `job ${n} ${state} (${reason})`).join(', ')
  const paper = `${onRoll.length} times on paper${onRoll.some(({ isWhole }) => !isWhole) ? ', cut once' : ''}`
  const text = `${bytes} bytes, ${answer} by its sender; Client: ${jobs(client)}; PrinterComputer: ${jobs(printer)}; ${paper}`
  return { serial: payload.serial, text }
}
