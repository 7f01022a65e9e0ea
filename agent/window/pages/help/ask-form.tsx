// One button asks for help; words are optional, since the check of this computer goes with it.
import type { HelpConversation } from '../../../contract/help.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { AreaField } from '../../views/area-field.tsx'
import { Submit, submitting } from '../../views/field.tsx'
import { Refused } from '../../views/notice.tsx'
import { languageCode, useWords } from './use-words.ts'

interface AskFormProps {
  /** Nothing else is open. */
  readonly isFirst: boolean
  readonly onAsked: (conversation: HelpConversation) => void
}

export function AskForm({ isFirst, onAsked }: AskFormProps) {
  const { t, status } = useAgent()
  const texts = t.windowHelp
  const { busy, answer, ask } = useAsk('askForHelp')
  const words = useWords()
  const [isTooLong, setTooLong] = useState(false)
  const send = async (): Promise<void> => {
    setTooLong(words.isTooLong)
    if (words.isTooLong) return
    const { clientId, text } = words
    const given = await ask({ clientId, text, language: languageCode(t.locale), contactName: null })
    if (given?.ok !== true) return
    words.sent()
    onAsked(given.data)
  }
  return (
    <section class="card" aria-labelledby="ask-for-help">
      <h2 id="ask-for-help">{isFirst ? texts.askTitle : texts.askAgain}</h2>
      <p>{texts.askText}</p>
      {status?.hub.state !== 'online' && <p>{texts.noConnection}</p>}
      <form class="form" onSubmit={submitting(() => void send())} noValidate>
        <AreaField
          label={texts.words}
          hint={texts.wordsHint}
          fault={isTooLong ? texts.wordsFault : null}
          value={words.typed}
          onValue={words.setTyped}
          rows={3}
        />
        <div class="row">
          <Submit busy={busy} main={isFirst}>
            {texts.ask}
          </Submit>
          {busy && <output>{texts.asking}</output>}
        </div>
      </form>
      {answer?.ok === false && <Refused refusal={answer} />}
    </section>
  )
}
