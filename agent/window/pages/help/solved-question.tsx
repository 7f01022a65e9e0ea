// Of what support says is done: whether it is solved. If not, it is open again.
import type { HelpConversation } from '../../../contract/help.ts'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Refused } from '../../views/notice.tsx'

interface SolvedQuestionProps {
  readonly conversation: HelpConversation
  readonly again: () => void
}

export function SolvedQuestion({ conversation: { key, task }, again }: SolvedQuestionProps) {
  const { t } = useAgent()
  const texts = t.windowHelp
  const { answer, ask } = useAsk('answerHelp')
  if (task?.state !== 'done') return null
  const said = async (isSolved: boolean): Promise<void> => {
    await ask({ key, isSolved })
    again()
  }
  if (task.isSolved !== null) return <output>{task.isSolved ? texts.saidSolved : texts.saidNotSolved}</output>
  return (
    <fieldset class="help-question">
      <legend>{texts.solvedQuestion}</legend>
      <div class="row">
        <Button look="main" onPress={() => void said(true)}>
          {texts.solved}
        </Button>
        <Button onPress={() => void said(false)}>{texts.notSolved}</Button>
      </div>
      {answer?.ok === false && <Refused refusal={answer} />}
    </fieldset>
  )
}
