// The account of labels that people answered for: a reprint comes out once, where No counts, and both computers say the same.
import type { Books, Finding, SpoolJob } from './books.ts'

export interface AnswersVerdict {
  /** Labels, first prints and reprints, for which somebody answered. */
  readonly answered: number
  readonly answeredYes: number
  readonly answeredNo: number
  /** On paper, with their mark. */
  readonly reprintsOnPaper: number
  /** More often on paper than No counts for that label. */
  readonly reprintedTwice: readonly Finding[]
  /** On paper, and No does not count. */
  readonly reprintedUnasked: readonly Finding[]
  /** The computers do not say the same of an answered label. */
  readonly disagreed: readonly Finding[]
}

type Answered = SpoolJob & { readonly answer: NonNullable<SpoolJob['answer']> }

/** One entry of each reprint without a mark, which looks as the first print does, is taken out behind that. */
export function firstPrints({ sent, printer, roll }: Books): Books['roll'] {
  const unmarked = new Map<number, number>()
  for (const { payload, bytes } of sent) {
    const count = reprintsOf(printer, bytes).filter((job) => job.answer.reprint?.isMarked === false).length
    unmarked.set(payload.serial, count)
  }
  const seen = new Set<number>()
  return roll.filter(({ serial, reprint }) => {
    if (reprint !== undefined) return false
    const left = unmarked.get(serial) ?? 0
    const isFurther = seen.has(serial) && left > 0
    if (isFurther) unmarked.set(serial, left - 1)
    seen.add(serial)
    return !isFurther
  })
}

export function judgeAnswers(books: Books): AnswersVerdict {
  const { client, printer, roll } = books
  const atPrinter = printer.filter(hasAnswer)
  const atClient = new Map(client.filter(hasAnswer).map((job) => [job.answer.id, job]))
  const both = atPrinter.map((there) => ({ there, here: atClient.get(there.answer.id) ?? null }))
  const answered = both.filter(
    ({ there, here }) => there.answer.isAnswered || here?.answer.isAnswered === true,
  )
  const papers = [...Map.groupBy(roll.filter(isMarked), (one) => `${one.serial} ${one.reprint}`).values()]
  return {
    answered: answered.length,
    answeredYes: answered.filter(({ there }) => there.state === 'sent_to_printer').length,
    answeredNo: answered.filter(({ there }) => there.state === 'failed').length,
    reprintsOnPaper: papers.length,
    reprintedTwice: papers.filter(({ length }) => length > 1).map((all) => onPaper(all)),
    reprintedUnasked: papers
      .filter(([one]) => one !== undefined && !isAsked(books, one))
      .map((all) => onPaper(all, books)),
    disagreed: answered
      .filter(({ there, here }) => here !== null && here.state !== there.state)
      .map(({ there, here }) => ({
        serial: 0,
        text: `${there.bytes} bytes; Client: ${here?.state} (${here?.reason}); PrinterComputer: ${there.state} (${there.reason})`,
      })),
  }
}

type Marked = Books['roll'][number] & { readonly reprint: number }

function isMarked(label: Books['roll'][number]): label is Marked {
  return label.reprint !== undefined
}

function hasAnswer(job: SpoolJob): job is Answered {
  return job.answer !== undefined
}

function reprintsOf(printer: readonly SpoolJob[], bytes: number): Answered[] {
  const jobs = printer.filter(hasAnswer)
  const first = jobs.find((job) => job.bytes === bytes && job.answer.reprint === null)
  return jobs.filter(({ answer }) => answer.reprint !== null && answer.reprint.of === first?.answer.id)
}

/** A label and its reprints at one computer; the count of the first print is 0. */
interface Print extends Answered {
  readonly at: 'client' | 'printer'
  readonly count: number
}

function printsOf({ sent, printer, client }: Books, serial: number): Print[] {
  const bytes = sent.find(({ payload }) => payload.serial === serial)?.bytes ?? 0
  const at = (where: Print['at'], jobs: readonly SpoolJob[]): Print[] =>
    jobs.filter(hasAnswer).map((job) => ({ ...job, at: where, count: job.answer.reprint?.count ?? 0 }))
  const jobs = [...at('printer', printer), ...at('client', client)]
  const first = jobs.find((job) => job.bytes === bytes && job.count === 0)
  return jobs.filter(({ answer }) => (answer.reprint?.of ?? answer.id) === first?.answer.id)
}

/**
 * The print before it did not come out, as somebody said, and that counts: where the printer is, and at the Client where
 * the PrinterComputer does not know that print.
 */
function isAsked(books: Books, { serial, reprint }: Marked): boolean {
  const before = printsOf(books, serial).find(({ count }) => count === reprint - 1)
  return before?.state === 'failed' && before.answer.isAnswered
}

/** With `books`, how each print stands at each computer. */
function onPaper(all: readonly Marked[], books?: Books): Finding {
  const serial = all[0]?.serial ?? 0
  const prints = books === undefined ? [] : printsOf(books, serial)
  const stands = prints.map(({ at, count, state, reason }) => `\n    ${count} at ${at}: ${state} (${reason})`)
  return { serial, text: `reprint ${all[0]?.reprint}, ${all.length} times on paper${stands.join('')}` }
}
