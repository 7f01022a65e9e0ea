// What became of the label that was just printed: its job, as the list of labels shows it.
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { useEffect, useRef } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { useLabelNews } from '../../use-label-news.ts'
import { Button } from '../../views/button.tsx'
import { LabelStanding } from '../labels/label-standing.tsx'

interface PrintedLabelProps {
  readonly printed: PrintJob
  readonly onOther: () => void
}

export function PrintedLabel({ printed, onOther }: PrintedLabelProps) {
  const { t } = useAgent()
  const texts = t.windowDispensing
  const { data: trace } = useLabelNews('job', { job: printed.id })
  const box = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone; the next key is the one for the next patient.
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1}>
      <LabelStanding job={trace?.job ?? printed}>
        <div class="row">
          <Button look="main" onPress={onOther}>
            {texts.patient.other}
          </Button>
          <a class="button" href={hrefOf('labels', printed.id)}>
            {t.labels.toNew(labelNumber(printed))}
          </a>
        </div>
      </LabelStanding>
    </div>
  )
}
