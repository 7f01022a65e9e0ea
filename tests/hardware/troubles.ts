// The two troubles that every printer has one day: no paper, and no power in the middle of a label.
import type { PrinterWay } from '../../agent/core/printers/printer-backend.ts'
import type { Interview } from './person.ts'
import type { PrintedLabel, SuitePrinting, UnderWay } from './printing.ts'
import { settled, within } from './waiting.ts'
import { seenQuestion, toCount, toSeen, toYes, yesNo } from './questions.ts'
import type { LabelRecord, NotRun, PaperRecord, PowerRecord, StatusRecord } from './run-record.ts'
import { numberedLabel, partMarkOf, POWER_PARTS, powerLabel, type SuiteLanguage } from './suite-labels.ts'

export interface TroubleParts {
  readonly run: string
  readonly language: SuiteLanguage
  readonly labels: readonly LabelRecord[]
  readonly ended: NotRun | null
  readonly printing: SuitePrinting
  readonly interview: Interview
  readonly way: PrinterWay
  readonly say: (line: string) => void
}

/** So long the agent may take to notice. */
const NOTICE_MS = 8_000

export async function paperOut(parts: TroubleParts): Promise<PaperRecord | NotRun> {
  const { run, language, labels, interview, printing, say } = parts
  const off = notHere(parts, 'paper')
  if (off !== null) return off
  const n = labels.length + 1
  const payload = numberedLabel(language, run, { n, of: n })
  const text = 'Paper out: take the labels out of the printer and close it. A label is sent then.'
  if (!(await interview.act({ id: 'take-paper', text, nextBytes: payload.length })))
    return { notRun: 'nobody took the paper out' }
  const before = await printing.ask('without paper, before the label')
  const label = printing.begin(n, payload)
  const { statuses, said } = await noticed(parts, label, 'without paper')
  const all = [...new Set([...saidIn([before]), ...said])]
  say(`  without paper: ${all.join(' ') || 'the agent does not know'}`)
  const endedWithoutPaper = label.isDone()
  const isSo = await askIsSo(interview, 'paper-words', { said: all, statuses: [before, ...statuses] })
  const put = 'Put the paper back, and close the printer. The label should come out.'
  await interview.act({ id: 'put-paper', text: put, nextBytes: 0 })
  const printed = await settled(printing, label, () => undefined)
  const seen = toSeen(await interview.ask(seenQuestion(run, n, printed)))
  const after = await printing.ask('with paper again')
  return {
    label: { ...printed, seen },
    statuses: [before, ...statuses, after],
    said: all,
    isSo,
    endedWithoutPaper,
  }
}

export async function powerLoss(parts: TroubleParts): Promise<PowerRecord | NotRun> {
  const { run, language, labels, interview, printing, say } = parts
  const off = notHere(parts, 'power')
  if (off !== null) return off
  const n = labels.length + 2
  const payload = powerLabel(language, run)
  const text = `Power loss: ${POWER_PARTS} short labels, P1 to P${POWER_PARTS}, come out when you go on. Switch the printer off when the third is out.`
  if (!(await interview.act({ id: 'power-ready', text, nextBytes: payload.length })))
    return { notRun: 'nobody switched the printer off' }
  const before = await printing.ask('before the label of the power loss')
  const label = printing.begin(n, payload)
  const { statuses, said } = await noticed(parts, label, 'with the power off')
  say(`  power off: ${said.join(' ') || 'the agent does not know'}`)
  const isSo = await askIsSo(interview, 'power-words', { said, statuses })
  const on = 'When it is off: switch the printer on again, and wait until it is ready.'
  await interview.act({ id: 'power-on', text: on, nextBytes: 0 })
  const printed = await settled(printing, label, say)
  const back = await printing.ask('with the power back')
  const seen = await partsSeen(parts, printed, back.odometer)
  return {
    label: printed,
    statuses: [before, ...statuses, back],
    said,
    isSo,
    ...seen,
    after: await labelAfter(parts, n + 1),
  }
}

function notHere({ way, ended }: TroubleParts, what: string): NotRun | null {
  if (ended !== null) return ended
  return way === 'one_way'
    ? { notRun: `this back end only takes bytes, so nothing is known of ${what}` }
    : null
}

/** What the agent says once it noticed something, or after its time. */
async function noticed({ printing, way }: TroubleParts, label: UnderWay, when: string) {
  await within(printing, NOTICE_MS, [label.done, label.stopped])
  // Where a label is under way only a queue can be asked beside it.
  const canAsk = way === 'queue' || label.isDone()
  const statuses = canAsk ? [await printing.ask(when)] : []
  const printed = label.isDone() ? await label.done : null
  // That a label was handed over is no word about the trouble.
  const outcome = printed === null || printed.outcome === 'ok' ? [] : [printed.words]
  return { statuses, said: [...new Set([...outcome, ...label.stops(), ...saidIn(statuses)])] }
}

function saidIn(statuses: readonly StatusRecord[]): string[] {
  return statuses.filter(({ conditions }) => conditions.length > 0).map(({ words }) => words)
}

async function askIsSo(
  interview: Interview,
  id: string,
  { said, statuses }: { readonly said: readonly string[]; readonly statuses: readonly StatusRecord[] },
): Promise<boolean | null> {
  if (said.length === 0) return null
  const conditions = statuses.flatMap((status) => status.conditions)
  const text = `The agent says: ${said.join(' ')}\nIs that so?`
  return toYes(
    await interview.ask(yesNo({ id, text, usual: 'yes', about: { kind: 'condition', conditions } })),
  )
}

async function partsSeen({ run, interview }: TroubleParts, label: PrintedLabel, odometer: number | null) {
  const marks = Array.from({ length: POWER_PARTS }, (_, index) => partMarkOf(run, index + 1))
  const counted = label.odometerBefore === null || odometer === null ? null : odometer - label.odometerBefore
  const usual = String(counted ?? (label.outcome === 'ok' ? POWER_PARTS : 0))
  const partsSeen = await interview.ask({
    id: 'power-parts',
    text: `How many of the numbers P1 to P${POWER_PARTS} came out, before and after? Type the count.`,
    choices: {},
    usual,
    about: { kind: 'parts', marks },
  })
  const text = 'Did one of these numbers come out twice?'
  const hasTwice = await interview.ask(
    yesNo({ id: 'power-twice', text, usual: 'no', about: { kind: 'twice', marks } }),
  )
  return { partsSeen: toCount(partsSeen, POWER_PARTS), hasTwice: toYes(hasTwice) }
}

async function labelAfter(parts: TroubleParts, n: number): Promise<LabelRecord> {
  const { run, language, interview, printing, say } = parts
  const printed = await settled(printing, printing.begin(n, numberedLabel(language, run, { n, of: n })), say)
  return { ...printed, seen: toSeen(await interview.ask(seenQuestion(run, n, printed))) }
}
