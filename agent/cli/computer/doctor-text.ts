// A diagnosis as a person reads it: what stops labels and what to do first, then every place with a mark.
import type { DiagnosedHop, Diagnosis, Verdict } from '@pharmacy-relay/shared/diagnosis.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { diagnosisEn } from '@pharmacy-relay/shared/texts/en/diagnosis.ts'
import {
  diagnosisText,
  throughText,
  type DiagnosisText,
} from '@pharmacy-relay/shared/texts/diagnosis-text.ts'
import { COLUMNS, wrapped } from '../text.ts'

/** Plain letters: not every terminal has check marks. */
const MARKS = { ok: 'ok', attention: '!', failed: 'FAILED', not_tested: '-' } as const satisfies Record<
  Verdict,
  string
>

export function doctorText(diagnosis: Diagnosis): string {
  const { hops, tookMs } = diagnosis
  return `${[...headLines(diagnosis), '', ...hops.flatMap(hopLines), '', `It took ${tookMs} ms.`].join('\n')}\n`
}

function headLines({ blocking, hops, path }: Diagnosis): string[] {
  const found = hops.find(({ hop }) => hop === blocking)
  if (found === undefined) return wrapped(throughText({ path, hops }, diagnosisEn), COLUMNS)
  const { text, advice, ...said } = diagnosisText(found, diagnosisEn)
  const head = `${diagnosisEn.blocking} ${diagnosisEn.hops[found.hop]}.`
  const stops = wrapped(`${head} ${withDetail(text, said)}`, COLUMNS)
  return advice === null ? stops : [...stops, ...wrapped(`${diagnosisEn.whatToDo}: ${advice}`, COLUMNS)]
}

const MARK_WIDTH = 8
const NAME_WIDTH = 21

function hopLines(found: DiagnosedHop): string[] {
  const { text, advice, ...said } = diagnosisText(found, diagnosisEn)
  const width = COLUMNS - MARK_WIDTH - NAME_WIDTH
  const lines = [withDetail(text, said), ...(advice === null ? [] : [advice])].flatMap((text) =>
    wrapped(text, width),
  )
  const head = MARKS[found.verdict].padEnd(MARK_WIDTH) + diagnosisEn.hops[found.hop].padEnd(NAME_WIDTH)
  return lines.map((line, index) => (index === 0 ? head : ' '.repeat(MARK_WIDTH + NAME_WIDTH)) + line)
}

function withDetail(text: string, { reasons, detail }: Pick<DiagnosisText, 'reasons' | 'detail'>): string {
  const said = reasons.length > 0 ? reasonDetail(reasons) : detail
  return said === null ? text : `${text} (${said})`
}
