// A diagnosis as a person reads it: what stops labels and what to do first, then every place with a mark.
import type { DiagnosedHop, Diagnosis, Verdict } from '@pharmacy-relay/shared/diagnosis.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { diagnosisEn } from '@pharmacy-relay/shared/texts/en/diagnosis.ts'
import { diagnosisWords, type DiagnosisWords } from '@pharmacy-relay/shared/texts/diagnosis-words.ts'
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
  if (found === undefined) return [throughWords(path)]
  const { words, advice, ...said } = diagnosisWords(found, diagnosisEn)
  const head = `${diagnosisEn.blocking} ${diagnosisEn.hops[found.hop]}.`
  const stops = wrapped(`${head} ${withDetail(words, said)}`, COLUMNS)
  return advice === null ? stops : [...stops, ...wrapped(`${diagnosisEn.whatToDo}: ${advice}`, COLUMNS)]
}

function throughWords(path: Diagnosis['path']): string {
  if (path === null) return diagnosisEn.through
  return path === 'lan' ? diagnosisEn.throughLan : diagnosisEn.throughHub
}

const MARK_WIDTH = 8
const NAME_WIDTH = 21

function hopLines(found: DiagnosedHop): string[] {
  const { words, advice, ...said } = diagnosisWords(found, diagnosisEn)
  const width = COLUMNS - MARK_WIDTH - NAME_WIDTH
  const lines = [withDetail(words, said), ...(advice === null ? [] : [advice])].flatMap((text) =>
    wrapped(text, width),
  )
  const head = MARKS[found.verdict].padEnd(MARK_WIDTH) + diagnosisEn.hops[found.hop].padEnd(NAME_WIDTH)
  return lines.map((line, index) => (index === 0 ? head : ' '.repeat(MARK_WIDTH + NAME_WIDTH)) + line)
}

function withDetail(words: string, { reasons, detail }: Pick<DiagnosisWords, 'reasons' | 'detail'>): string {
  const said = reasons.length > 0 ? reasonDetail(reasons) : detail
  return said === null ? words : `${words} (${said})`
}
