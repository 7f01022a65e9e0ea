// About a label: where it came from, where it goes, what proves what became of it; never what is on it.
import type { JobTrace } from '@pharmacy-relay/shared/print-job.ts'
import { useAgent } from '../../agent-context.ts'
import { printerWords } from '@pharmacy-relay/shared/printer.ts'

/** As the agent calls itself as a sender. */
const OWN_SENDER = 'this computer'

export function LabelFacts({ trace }: { readonly trace: JobTrace }) {
  const { t } = useAgent()
  const { job, copies, evidence, reprint, isPayloadKept } = trace
  const words = t.labels
  const rows: (readonly [string, string])[] = [
    [words.sender, job.sender === OWN_SENDER ? words.thisComputer : job.sender],
    [words.to, job.destination === null ? words.nowhere : printerWords(job.destination)],
    ...(evidence === null ? [] : [[words.evidence, words.evidences[evidence]] as const]),
    ...(reprint === null ? [] : [[words.reprintOf, words.isReprint(reprint.count)] as const]),
    ...(copies === 1 ? [] : [[words.copies, String(copies)] as const]),
    [words.size, words.bytes(job.bytes)],
    [words.language, job.language === 'unknown' ? words.languageUnknown : job.language.toUpperCase()],
  ]
  return (
    <section class="card">
      <h2>{words.facts}</h2>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!isPayloadKept && <p class="quiet">{words.gone}</p>}
    </section>
  )
}
