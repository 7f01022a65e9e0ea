// The question that only a person at the printer can answer: whether a label came out.
import { useAgent } from '../../agent-context.ts'
import { Button } from '../../views/button.tsx'
import { Notice } from '../../views/notice.tsx'
import type { LabelActing } from './use-label-acts.ts'

interface CameQuestionProps {
  readonly number: string
  /** What was on it is still kept. */
  readonly canReprint: boolean
  /** Its printer has stopped and may hold it. */
  readonly mayStillCome: boolean
  readonly acting: LabelActing
}

export function CameQuestion({ number, canReprint, mayStillCome, acting }: CameQuestionProps) {
  const { t } = useAgent()
  const whyNot = acting.isBusy ? '' : null
  return (
    <>
      <h2>{t.labels.question(number)}</h2>
      <p>{t.labels.questionAdvice}</p>
      {mayStillCome && <Notice level="caution" title={t.labels.mayStillCome} />}
      <div class="row answers">
        <Button look="main" whyNot={whyNot} onPress={acting.came}>
          {t.labels.came}
        </Button>
        <Button look="main" whyNot={canReprint ? whyNot : ''} onPress={acting.cameNot}>
          {t.labels.cameNot}
        </Button>
      </div>
      <p class="quiet">{canReprint ? t.labels.reprintMark : t.labels.gone}</p>
    </>
  )
}
