// About a label: where it came from, where it goes, what proves what became of it; never what is on it.
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { isOwnSender } from '@pharmacy-relay/shared/print-job.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '../../texts.ts'
import { useAgent } from '../../agent-context.ts'
import { Facts, type Fact } from '../../views/facts.tsx'

export function LabelFacts({ trace }: { readonly trace: JobTrace }) {
  const { t } = useAgent()
  return (
    <section class="card">
      <h2>{t.labels.facts}</h2>
      <Facts facts={factsOf(trace, t.labels)} />
      {!trace.isPayloadKept && <p class="quiet">{t.labels.gone}</p>}
    </section>
  )
}

function factsOf({ job, copies, evidence, reprint }: JobTrace, text: Texts['labels']): Fact[] {
  return [
    [text.sender, isOwnSender(job.sender) ? text.thisComputer : job.sender],
    [text.to, job.destination === null ? text.nowhere : printerText(job.destination)],
    ...(evidence === null ? [] : [[text.evidence, text.evidences[evidence]] as const]),
    ...(reprint === null ? [] : [[text.reprintOf, text.isReprint(reprint.count)] as const]),
    ...(copies === 1 ? [] : [[text.copies, String(copies)] as const]),
    [text.size, text.bytes(job.bytes)],
    [text.language, job.language === 'unknown' ? text.languageUnknown : job.language.toUpperCase()],
  ]
}
