// The button that prints a test label, and what became of it.
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { useAgent } from '../agent-context.ts'
import { hrefOf } from '../route.ts'
import { useAsk } from '../use-ask.ts'
import { Notice, Refused } from './notice.tsx'

/** It left towards the paper, as far as is known. */
const LEFT: ReadonlySet<PrintJob['state']> = new Set(['forwarded', 'sent_to_printer', 'printed'])

export function TestLabel() {
  const { t } = useAgent()
  const { busy, answer, ask } = useAsk('test')
  return (
    <>
      <div class="row">
        <button type="button" class="main" aria-disabled={busy} onClick={() => void ask(null)}>
          {t.window.overview.test}
        </button>
        {busy && (
          <span role="status" data-loading>
            {t.window.overview.testing}
          </span>
        )}
      </div>
      {answer !== null && (answer.ok ? <Outcome job={answer.data} /> : <Refused refusal={answer} />)}
    </>
  )
}

function Outcome({ job }: { readonly job: PrintJob }) {
  const { t } = useAgent()
  const { testLabel } = t.windowPages
  const isOut = LEFT.has(job.state)
  return (
    <Notice level={isOut ? 'good' : 'caution'} title={isOut ? testLabel.out : testLabel.stuck}>
      <p>
        <a href={hrefOf('labels', job.n)}>{testLabel.look}</a>
      </p>
    </Notice>
  )
}
