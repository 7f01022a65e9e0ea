// Words for support in a conversation: they stay in the field until the agent keeps them.
import { WRITING_AGAIN_MS } from '@pharmacy-relay/shared/api/support/presence-times.ts'
import { useRef, useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { askAgent } from '../../bridge.ts'
import { useAsk } from '../../use-ask.ts'
import { AreaField } from '../../views/area-field.tsx'
import { Submit, submitting } from '../../views/field.tsx'
import { Refused } from '../../views/notice.tsx'
import { useWords } from './use-words.ts'

interface WriteFormProps {
  readonly conversationKey: string
  /** Support says that it is done. */
  readonly isOver: boolean
  readonly again: () => void
}

export function WriteForm({ conversationKey, isOver, again }: WriteFormProps) {
  const { t } = useAgent()
  const texts = t.windowHelp
  const { busy, answer, ask } = useAsk('writeToHelp')
  const words = useWords()
  const letterTyped = useLetterTyped(conversationKey)
  const [isTooLong, setTooLong] = useState(false)
  const send = async (): Promise<void> => {
    setTooLong(words.isTooLong)
    const { clientId, text } = words
    if (words.isTooLong || text === null) return
    const given = await ask({ key: conversationKey, clientId, text })
    if (given?.ok === true) words.sent()
    again()
  }
  return (
    <form class="form" onSubmit={submitting(() => void send())} noValidate>
      <AreaField
        label={isOver ? texts.writeAfterEnd : texts.write}
        hint={texts.wordsHint}
        fault={isTooLong ? texts.wordsFault : null}
        value={words.typed}
        onValue={(typed) => {
          words.setTyped(typed)
          letterTyped()
        }}
        rows={2}
      />
      <div class="row">
        <Submit busy={busy} main={!isOver}>
          {texts.send}
        </Submit>
      </div>
      {answer?.ok === false && <Refused refusal={answer} />}
    </form>
  )
}

/** Support hears of letters at most every few seconds; one that does not arrive is missed by nobody. */
function useLetterTyped(key: string): () => void {
  const { bridge } = useAgent()
  const toldAt = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    const now = performance.now()
    if (now - toldAt.current < WRITING_AGAIN_MS) return
    toldAt.current = now
    void askAgent(bridge, 'typedToHelp', { key })
  }
}
