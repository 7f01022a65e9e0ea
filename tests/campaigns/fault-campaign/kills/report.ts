// What a campaign found: figures, one table for people, JSON for programs.
import { CARRIER_FAULTS, type CarrierFault } from './carrier-faults.ts'
import {
  allFindings,
  boundLine,
  findingLines,
  percent,
  recoveryOf,
  reportTable,
  sentence,
  totalsOf,
} from '../../../kit/report.ts'
import { RELAY_FAULTS, type RelayFault } from '../../../kit/hostile-relay.ts'
import type { AnswersVerdict } from '../../../kit/answered.ts'
import type { AskedVerdict, Told } from '../../../kit/asked.ts'
import type { Death } from './lives.ts'
import { POINTS, PROCESSES } from './plan.ts'
import { PRINTER_FAULTS, type PrinterFault } from './printer-faults.ts'
import type { Verdict } from '../../../kit/account.ts'
import type { Connection } from '../../../kit/printer-place.ts'

export interface CampaignResult {
  readonly seed: number
  readonly pharmacies: number
  readonly connection: Connection
  readonly isDiskSlow: boolean
  readonly without: string | null
  readonly seconds: number
  readonly deaths: readonly Death[]
  readonly printerFaults: readonly PrinterFault[]
  readonly carrierFaults: readonly (CarrierFault | RelayFault)[]
  /** What people were told when they answered. */
  readonly answers: Readonly<Record<Told, number>>
  /** All labels came to rest within the time they had. */
  readonly isSettled: boolean
  /** One for each pharmacy. */
  readonly verdicts: readonly Verdict[]
  readonly answersOf: readonly AnswersVerdict[]
  readonly askedOf: readonly AskedVerdict[]
}

const WAY_FAULTS = [...CARRIER_FAULTS, ...RELAY_FAULTS] as const
const CONNECTION_NAMES: Readonly<Record<Connection, string>> = {
  tcp: 'TCP',
  serial: 'serial lines',
  winspool: 'a print queue of Windows (Wine)',
}
const PROCESS_NAMES = { printer: 'PrinterComputer', client: 'Client', hub: 'hub' }

/** Exit code 1. */
export function isBad({ verdicts, ...answers }: CampaignResult): boolean {
  const isWrong = verdicts.some(
    ({ lost, doubled, overtaking }) => lost.length + doubled.length + overtaking.length > 0,
  )
  return isWrong || wrongAnswers(answers) > 0
}

export function wrongAnswers({ answersOf, askedOf }: Pick<CampaignResult, 'answersOf' | 'askedOf'>): number {
  const { reprintedTwice, reprintedUnasked, disagreed } = answerTotals(answersOf)
  const asked = askedTotals(askedOf)
  const wrong = [reprintedTwice, reprintedUnasked, disagreed, ...Object.values(asked)]
  return wrong.reduce((sum, count) => sum + count, 0)
}

function askedTotals(askedOf: readonly AskedVerdict[]) {
  return totalsOf([...askedOf, { doubledUnasked: [], reprintedBehindYes: [], notReprinted: [] }])
}

function answerTotals(answersOf: readonly AnswersVerdict[]) {
  return totalsOf([...answersOf, NO_ANSWERS])
}

const NO_ANSWERS: AnswersVerdict = {
  answered: 0,
  answeredYes: 0,
  answeredNo: 0,
  reprintsOnPaper: 0,
  reprintedTwice: [],
  reprintedUnasked: [],
  disagreed: [],
}

export function campaignJson(result: CampaignResult): string {
  const { deaths, printerFaults, carrierFaults, verdicts, answersOf, askedOf, ...facts } = result
  const kills = Object.fromEntries(killRows(deaths).map(({ name, count }) => [name, count]))
  const faults = {
    printerFaults: counted(PRINTER_FAULTS, printerFaults),
    carrierFaults: counted(WAY_FAULTS, carrierFaults),
  }
  const figures = {
    ...totalsOf(verdicts),
    unknownWhy: Object.fromEntries(whyRows(verdicts)),
    recoveryMs: recoveryOf(deaths),
    answered: { ...answerTotals(answersOf), ...askedTotals(askedOf) },
    bound95: 3 / deaths.length,
  }
  return JSON.stringify({ ...facts, kills, ...faults, ...figures, wrong: allFindings(verdicts) }, null, 2)
}

export function campaignTable(result: CampaignResult): string {
  const { deaths, verdicts, seed, pharmacies, connection, isDiskSlow, seconds, without } = result
  const disk = isDiskSlow ? ', on slow disks' : ''
  const head = `fault campaign, seed ${seed}, ${pharmacies} pharmacies at once, printers on ${CONNECTION_NAMES[connection]}${disk}, ${Math.round(seconds)} s${without === null ? '' : `, WITHOUT ${without}`}`
  const { p50, p99 } = recoveryOf(deaths)
  const rows: Row[] = [
    ...faultRows(result),
    ...labelRows(verdicts),
    ...answerRows(result),
    ['killed until its port is open again', `p50 ${p50} ms, p99 ${p99} ms`],
    ['came to rest in time', result.isSettled ? 'yes' : 'NO'],
  ]
  return [
    ...reportTable(head, rows),
    ...findingLines('pharmacy', verdicts),
    ...answerFindings(result.answersOf),
    ...askedFindings(result.askedOf),
    ...sentence(closingLine(result)),
  ].join('\n')
}

type Row = readonly [name: string, value: string | number]

/** What was done to the processes, the printers and the ways between them. */
function faultRows({ deaths, printerFaults, carrierFaults }: CampaignResult): Row[] {
  const ofWay = counted(WAY_FAULTS, carrierFaults)
  return [
    ['kills', deaths.length],
    ...killRows(deaths).map(({ name, count }): Row => [`  ${name}`, count]),
    ['  of these at a point not reached in time', deaths.filter(({ isLate }) => isLate).length],
    ['  of these with all of its Windows', deaths.filter(({ isPowerCut }) => isPowerCut).length],
    ['faults of the printer', printerFaults.length],
    ...Object.entries(counted(PRINTER_FAULTS, printerFaults)).flatMap(([fault, count]): Row[] =>
      count === 0 ? [] : [[`  ${fault}`, count]],
    ),
    ['faults of the carriers', carrierFaults.length],
    ...Object.entries(ofWay).map(([fault, count]): Row => [`  ${fault}`, count]),
  ]
}

/** What became of the labels. */
function labelRows(verdicts: readonly Verdict[]): Row[] {
  const sum = totalsOf(verdicts)
  const unknown = `${sum.unknown} (${percent(sum.unknown, sum.labels)}), ${sum.unknownOnPaper} of them on paper`
  return [
    ['labels sent', sum.labels],
    ['  accepted', sum.accepted],
    ['  taken, and the sender could not know', sum.takenUnheard],
    ['forwarded over the LAN', sum.overLan],
    ['forwarded through the hub', sum.overHub],
    ['on paper', sum.printed],
    ['accepted and not on paper, all told', sum.notPrinted - sum.lost],
    ...evidenceRows(verdicts),
    ['unknown: please check', unknown],
    ...whyRows(verdicts).map(([why, count]): Row => [`  ${why}`, `${count} (${percent(count, sum.labels)})`]),
    ['over, and its Client not told yet', sum.notHeard],
    ['LOST', sum.lost],
    ['DOUBLED', sum.doubled],
    ['OUT OF ORDER of their sender', sum.overtaking],
    ['states that contradict the paper', sum.contradictions],
  ]
}

/** What people said, and what it came to. */
function answerRows({ answers, answersOf, askedOf }: CampaignResult): Row[] {
  const sum = answerTotals(answersOf)
  const asked = askedTotals(askedOf)
  return [
    ['answers of people', answers.taken + answers.refused + answers['not heard']],
    ['  refused: another answer was first', answers.refused],
    ['  not heard: the agent was dead', answers['not heard']],
    ['answered labels', sum.answered],
    ['  it came out', sum.answeredYes],
    ['  it did not come out', sum.answeredNo],
    ['reprints on paper (those in ZPL)', sum.reprintsOnPaper],
    ['REPRINTED TWICE', sum.reprintedTwice],
    ['REPRINTED where No does not count', sum.reprintedUnasked],
    ['ANSWERED OTHERWISE at the two computers', sum.disagreed],
    ['ON PAPER more often than somebody asked', asked.doubledUnasked],
    ['REPRINTED behind a Yes of the PrinterComputer', asked.reprintedBehindYes],
    ['NOT REPRINTED behind a No of the PrinterComputer', asked.notReprinted],
  ]
}

function answerFindings(answersOf: readonly AnswersVerdict[]): string[] {
  return answersOf.flatMap(({ reprintedTwice, reprintedUnasked, disagreed }, index) => [
    ...reprintedTwice.map(
      ({ serial, text }) => `  reprinted twice: pharmacy ${index}, label ${serial}: ${text}`,
    ),
    ...reprintedUnasked.map(
      ({ serial, text }) => `  reprinted unasked: pharmacy ${index}, label ${serial}: ${text}`,
    ),
    ...disagreed.map(({ text }) => `  answered otherwise: pharmacy ${index}: ${text}`),
  ])
}

function askedFindings(askedOf: readonly AskedVerdict[]): string[] {
  return askedOf.flatMap(({ doubledUnasked, reprintedBehindYes, notReprinted }, index) => [
    ...doubledUnasked.map(
      ({ serial, text }) => `  doubled unasked: pharmacy ${index}, label ${serial}: ${text}`,
    ),
    ...reprintedBehindYes.map(({ text }) => `  reprinted behind Yes: pharmacy ${index}: ${text}`),
    ...notReprinted.map(({ text }) => `  not reprinted: pharmacy ${index}: ${text}`),
  ])
}

function closingLine({ deaths, verdicts, ...answers }: CampaignResult): string {
  const { lost, doubled, overtaking } = totalsOf(verdicts)
  const wrong = wrongAnswers(answers)
  if (lost + doubled + overtaking + wrong === 0) return boundLine(deaths.length, 'kills')
  return `FAILED: ${lost} lost, ${doubled} doubled, ${overtaking} out of order, ${wrong} answered wrongly in ${deaths.length} kills.`
}

function killRows(deaths: readonly Death[]): { readonly name: string; readonly count: number }[] {
  const kinds = PROCESSES.flatMap((process) =>
    (['kill', ...POINTS] as const).map((how) => ({ process, how })),
  )
  return kinds.flatMap(({ process, how }) => {
    const of = deaths.filter(
      (death) => death.process === process && (death.isLate ? 'kill' : death.how) === how,
    )
    const place = how === 'kill' ? 'at any moment' : `at ${how}`
    const name = `${PROCESS_NAMES[process]} ${place}`
    return of.length === 0 ? [] : [{ name, count: of.length }]
  })
}

/** What the PrinterComputer says is proved of its labels, by level. */
function evidenceRows(verdicts: readonly Verdict[]): Row[] {
  const levels = verdicts.flatMap(({ evidence }) => evidence)
  return (['L0', 'L1', 'L2', 'L3', 'L4'] as const).flatMap((level): Row[] => {
    const count = levels.filter((one) => one === level).length
    return count === 0 ? [] : [[`proved by ${level} at the PrinterComputer`, count]]
  })
}

/** Why labels are unknown, most frequent first. */
function whyRows(verdicts: readonly Verdict[]): [why: string, count: number][] {
  const groups = Map.groupBy(
    verdicts.flatMap(({ unknownWhy }) => unknownWhy),
    (why) => why,
  )
  return [...groups]
    .map(([why, all]): [string, number] => [why, all.length])
    .toSorted(([, a], [, b]) => b - a)
}

function counted<Kind extends string>(kinds: readonly Kind[], all: readonly Kind[]): Record<string, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, all.filter((one) => one === kind).length]))
}
