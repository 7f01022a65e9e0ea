// The button that prints a test label, and what became of it.
import type { AgentStatus } from '../../../contract/agent-api.ts'
import { summaryOf } from '../../../contract/summary.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Notice, Refused, type NoticeLevel } from '../../views/notice.tsx'

export function TestLabel({ status }: { readonly status: AgentStatus }) {
  const { t } = useAgent()
  const { busy, answer, ask } = useAsk('test')
  const hasNothingElse = summaryOf(status).level === 'ready'
  return (
    <>
      <div class="row">
        <Button
          {...(hasNothingElse ? { look: 'main' as const } : {})}
          whyNot={busy ? '' : whyNot(status, t.window.overview)}
          onPress={() => void ask(null)}
        >
          {t.window.overview.test}
        </Button>
        <output>{busy && t.window.overview.testing}</output>
      </div>
      {answer !== null && (answer.ok ? <Outcome job={answer.data} /> : <Refused refusal={answer} />)}
    </>
  )
}

function whyNot({ printing }: AgentStatus, text: { testNotNow: string; testPaused: string }): string | null {
  if ((printing.pausedUntil ?? null) !== null) return text.testPaused
  return printing.printerName === null && printing.target === null ? text.testNotNow : null
}

function Outcome({ job }: { readonly job: PrintJob }) {
  const { t } = useAgent()
  return (
    <Notice
      level={LEVELS[job.state] ?? 'caution'}
      title={t.window.overview.tested(labelNumber(job), t.labels.states[job.state])}
    >
      <p>{t.labels.meanings[job.state]}</p>
      <p>
        <a href={hrefOf('labels', job.id)}>{t.window.overview.look}</a>
      </p>
    </Notice>
  )
}

const LEVELS: Readonly<Partial<Record<PrintJob['state'], NoticeLevel>>> = {
  forwarded: 'good',
  sent_to_printer: 'good',
  printed: 'good',
  failed: 'bad',
  expired: 'bad',
}
