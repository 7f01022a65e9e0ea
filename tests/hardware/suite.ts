// The suite at one printer: its language, a numbered set, paper out, power loss in the middle, each with the person's word.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import type { Printers } from '../../agent/core/printers/printers.ts'
import { mayAsk } from '../../agent/core/status/identification.ts'
import { modelName } from '../../agent/core/status/models/find-model.ts'
import { Interview, type Person } from './person.ts'
import { SuitePrinting } from './printing.ts'
import type { LabelRecord, NotRun, Run, StatusRecord } from './run-record.ts'
import { numberedLabel, runMark, SUITE_LANGUAGES, type SuiteLanguage } from './suite-labels.ts'
import { seenQuestion, toSeen } from './questions.ts'
import { reasonWords } from './suite-words.ts'
import { settled } from './waiting.ts'
import { paperOut, powerLoss, type TroubleParts } from './troubles.ts'

export interface SuiteParts {
  readonly id: string
  readonly printers: Printers
  readonly person: Person
  /** Of the numbered set. */
  readonly labels: number
  /** Null: what the system names, else the person. */
  readonly language: SuiteLanguage | null
  /** What the person calls the model; null: what the printer says, else the person is asked. */
  readonly model: string | null
  readonly clock: Clock
  readonly say: (line: string) => void
  readonly onOver: (bytes: number) => Promise<void>
}

export async function runSuite(parts: SuiteParts): Promise<Run> {
  const { id, printers, clock, onOver, labels: count, say } = parts
  const interview = new Interview(parts.person)
  const printing = new SuitePrinting({ id, printers, clock, onOver })
  const listed = (await printers.list()).find((one) => one.id === id)
  // Of a queue it is make and model, elsewhere the line or the kind.
  const makeOf = printers.way(id) === 'queue' ? (listed?.detail ?? null) : null
  const presence = await presenceOf(printers, id)
  const language = await languageOf(parts, interview)
  if (language.isOfSystem) printing.allowTalk()
  say(`${id}: ${presence} ${count} labels in ${language.labels}.`)
  const set = await numberedSet({ parts, interview, printing, run: runMark(), language: language.labels })
  const model = await modelOf(parts, interview, printing.model ?? makeOf)
  const trouble: TroubleParts = { ...set, printing, interview, way: printers.way(id), say }
  const paper = await paperOut(trouble)
  const power = await powerLoss(trouble)
  return {
    backend: id.slice(0, id.indexOf(':')) as PrinterKind,
    printer: id,
    name: listed?.name ?? id,
    detail: listed?.detail ?? '',
    way: printers.way(id),
    model,
    language: { labels: language.labels, from: language.from, answeredIn: printing.answeredIn },
    person: interview.who,
    presence,
    labels: set.labels,
    statuses: set.statuses,
    paper,
    power,
    answers: interview.answers(),
  }
}

interface SetParts {
  readonly parts: SuiteParts
  readonly interview: Interview
  readonly printing: SuitePrinting
  readonly run: string
  readonly language: SuiteLanguage
}

interface NumberedSet {
  readonly run: string
  readonly language: SuiteLanguage
  readonly labels: readonly LabelRecord[]
  readonly statuses: readonly StatusRecord[]
  /** Why nothing more is printed; null: go on. */
  readonly ended: NotRun | null
}

/** A first label that nobody can read is the last: the printer speaks another language, or has none of its own. */
async function numberedSet({ parts, interview, printing, run, language }: SetParts): Promise<NumberedSet> {
  const labels: LabelRecord[] = []
  const statuses: StatusRecord[] = []
  let ended: NotRun | null = null
  for (let n = 1; n <= parts.labels && ended === null; n += 1) {
    statuses.push(await printing.ask(`before label ${n}`))
    const payload = numberedLabel(language, run, { n, of: parts.labels })
    const printed = await settled(printing, printing.begin(n, payload), parts.say)
    parts.say(`  label ${n} of ${parts.labels}: ${printed.words} ${printed.tookMs} ms`)
    const seen = toSeen(await interview.ask(seenQuestion(run, n, printed)))
    labels.push({ ...printed, seen })
    if (seen === 'once' || seen === 'several' || seen === 'cut') printing.allowTalk()
    if (n === 1 && (seen === 'none' || seen === 'unreadable'))
      ended = { notRun: 'label 1 did not come out readable: nothing more was printed or asked' }
    if (printed.outcome !== 'ok' && seen !== 'once')
      ended = { notRun: `label ${n} was not handed over: nothing more was printed` }
  }
  statuses.push(await printing.ask('after the last label of the set'))
  return { run, language, labels, statuses, ended }
}

async function presenceOf(printers: Printers, id: string): Promise<string> {
  const { reason } = await printers.status(id)
  return reason === null ? 'The printer is there.' : reasonWords([reason])
}

/** Asked behind the set, when the printer may have named itself. */
async function modelOf(
  { id, printers, model }: SuiteParts,
  interview: Interview,
  named: string | null,
): Promise<string | null> {
  const system = printers.systemModel(id)
  const own = named ?? (system === null ? null : modelName(system) || null)
  if (model !== null) return model
  return interview.ask({
    id: 'model',
    text: 'Which model is it? Type what is written on the printer.',
    choices: {},
    usual: own,
    about: { kind: 'other' },
  })
}

async function languageOf({ id, printers, language }: SuiteParts, interview: Interview) {
  const named = mayAsk({ answered: null, systemModel: printers.systemModel(id), printed: [], unanswered: 0 })
  const own = SUITE_LANGUAGES.find((one) => one === named) ?? null
  if (language !== null) return { labels: language, from: 'the command line', isOfSystem: own === language }
  if (own !== null) return { labels: own, from: 'the printer or its system', isOfSystem: true }
  const answer = await interview.ask({
    id: 'language',
    text: 'Which label language does it speak? A wrong one comes out as text on label 1, and nothing after it.',
    choices: { zpl: 'ZPL (Zebra)', epl: 'EPL2', tspl: 'TSPL (TSC)', escpos: 'ESC/POS' },
    usual: 'zpl',
    about: { kind: 'other' },
  })
  const labels = SUITE_LANGUAGES.find((one) => one === answer) ?? 'zpl'
  return { labels, from: answer === null ? 'nobody: ZPL was tried' : interview.who, isOfSystem: false }
}
