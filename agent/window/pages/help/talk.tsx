// One conversation with support: how it stands, what was said, and a field to write.
import type { HelpTalk } from '../../../contract/help.ts'
import { useAgent } from '../../agent-context.ts'
import { useTalk } from '../../use-help.ts'
import { Time } from '../../views/time.tsx'
import { NotSent } from './not-sent.tsx'
import { SendBundle } from './send-bundle.tsx'
import { SolvedQuestion } from './solved-question.tsx'
import { TalkLines } from './talk-lines.tsx'
import { WriteForm } from './write-form.tsx'

export function Talk({ conversationKey }: { readonly conversationKey: string }) {
  const { t } = useAgent()
  const { talk, again } = useTalk(conversationKey)
  if (talk === null) return <output>{t.window.loading}</output>
  const { conversation, lines, isSupportWriting } = talk
  const isRemoved = conversation.task?.state === 'removed'
  return (
    <section class="card" aria-labelledby="talk">
      <h2 id="talk">{t.windowHelp.talk}</h2>
      <p class="quiet">
        {t.windowHelp.askedAt}, <Time at={conversation.createdAt} />
      </p>
      <Standing conversation={conversation} again={again} />
      {lines.length === 0 && conversation.task !== null && <p>{t.windowHelp.withoutWords}</p>}
      <TalkLines lines={lines} again={again} />
      <p class="quiet" aria-live="polite">
        {isSupportWriting && t.windowHelp.supportWrites}
      </p>
      <SolvedQuestion conversation={conversation} again={again} />
      {!isRemoved && (
        <WriteForm
          conversationKey={conversation.key}
          isOver={conversation.task?.state === 'done'}
          again={again}
        />
      )}
      {!isRemoved && conversation.task?.state !== 'done' && (
        <SendBundle conversationKey={conversation.key} again={again} />
      )}
    </section>
  )
}

interface StandingProps {
  readonly conversation: HelpTalk['conversation']
  readonly again: () => void
}

/** Who has it; spoken when it changes. */
function Standing({ conversation: { task, notSent }, again }: StandingProps) {
  const { states } = useAgent().t.windowHelp
  if (notSent !== null) return <NotSent notSent={notSent} again={again} />
  if (task === null) return null
  const { state, claimedByName } = task
  const claimed = claimedByName === null ? states.claimedByNobody : states.claimed(claimedByName)
  return (
    <p class="help-standing" aria-live="polite">
      {state === 'claimed' ? claimed : states[state]}
    </p>
  )
}
