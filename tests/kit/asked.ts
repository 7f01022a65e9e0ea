// The account of labels by what people themselves remember to have said, whatever the agents keep: nothing is doubled that
// nobody asked for, nor printed again behind a Yes, and what was promised is made. Pure.
import { reprintIdOf } from '../../agent/core/spool/rules/derived-id.ts'
import type { Books, Finding, HandedIn, SpoolJob } from './books.ts'
import type { AgentName } from './pharmacy.ts'

/** What the person was told. `not heard`: the agent was dead, or died over it. */
export type Told = 'taken' | 'refused' | 'not heard'

/** One answer of one person. */
export interface PersonSaid {
  readonly at: AgentName
  /** Id of the label, the same at both computers. */
  readonly job: string
  readonly said: 'printed' | 'reprint'
  readonly told: Told
}

export interface AskedVerdict {
  /** More often on paper than once for its sender and once for each of its prints of which somebody said No. */
  readonly doubledUnasked: readonly Finding[]
  /** The PrinterComputer took Yes, and there is a reprint all the same. */
  readonly reprintedBehindYes: readonly Finding[]
  /** The PrinterComputer took No, and there is no reprint. */
  readonly notReprinted: readonly Finding[]
}

type Answered = SpoolJob & { readonly answer: NonNullable<SpoolJob['answer']> }

export function judgeAsked(books: Books, said: readonly PersonSaid[]): AskedVerdict {
  const jobs = [...books.printer, ...books.client].filter(hasAnswer)
  const ids = new Set(jobs.map(({ answer }) => answer.id))
  const taken = said.filter(({ at, told }) => at === 'printer' && told === 'taken')
  const isReprinted = ({ job }: PersonSaid): boolean => ids.has(nextId(jobs, job))
  const finding = (one: PersonSaid): Finding => ({ serial: 0, text: sayings(said, one.job) })
  return {
    doubledUnasked: books.sent.flatMap((one) => doubled(books, { jobs, said, one })),
    reprintedBehindYes: taken.filter((one) => one.said === 'printed' && isReprinted(one)).map(finding),
    notReprinted: taken.filter((one) => one.said === 'reprint' && !isReprinted(one)).map(finding),
  }
}

interface OneLabel {
  readonly jobs: readonly Answered[]
  readonly said: readonly PersonSaid[]
  readonly one: HandedIn
}

function doubled({ roll }: Books, { jobs, said, one }: OneLabel): Finding[] {
  const { serial } = one.payload
  const times = roll.filter((label) => label.serial === serial).length
  if (times <= 1) return []
  const first = jobs.find(({ bytes, answer }) => bytes === one.bytes && answer.reprint === null)?.answer.id
  const prints = jobs.filter(({ answer }) => (answer.reprint?.of ?? answer.id) === first)
  const ids = new Set(prints.map(({ answer }) => answer.id))
  const asked = new Set(
    said.filter(({ job, ...rest }) => ids.has(job) && mayCount(rest)).map(({ job }) => job),
  )
  if (times <= 1 + asked.size) return []
  const all = [...ids].map((id) => sayings(said, id)).join('; ')
  return [{ serial, text: `${times} times on paper, asked for again ${asked.size} times; ${all}` }]
}

/** What was not heard may have been kept all the same. */
function mayCount({ said, told }: Pick<PersonSaid, 'said' | 'told'>): boolean {
  return said === 'reprint' && told !== 'refused'
}

/** Of the reprint that would stand in place of that very print. */
function nextId(jobs: readonly Answered[], job: string): string {
  const { of, count } = jobs.find(({ answer }) => answer.id === job)?.answer.reprint ?? { of: job, count: 0 }
  return reprintIdOf(of, count + 1)
}

function sayings(said: readonly PersonSaid[], job: string): string {
  const its = said.filter((one) => one.job === job)
  return `${job}: ${its.map(({ at, said: what, told }) => `${what} at ${at}, ${told}`).join(', ') || 'nothing said'}`
}

function hasAnswer(job: SpoolJob): job is Answered {
  return job.answer !== undefined
}
