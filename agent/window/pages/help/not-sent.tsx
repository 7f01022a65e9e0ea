// Why something is not at support yet, and what a person can do about it.
import type { HelpLine } from '../../../contract/help.ts'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Notice } from '../../views/notice.tsx'
import { Reason } from '../../views/reason.tsx'

interface NotSentProps {
  readonly notSent: NonNullable<HelpLine['notSent']>
  readonly again: () => void
}

export function NotSent({ notSent, again }: NotSentProps) {
  const { t, status } = useAgent()
  const texts = t.windowHelp
  const { refusal, delay } = notSent
  if (refusal !== null) return <Refusal notSent={notSent} again={again} />
  if (status?.hub.state !== 'online')
    return (
      <Notice level="caution" title={texts.notSent}>
        <p>{texts.urgent}</p>
      </Notice>
    )
  if (delay === null) return <output class="quiet">{texts.beingSent}</output>
  return (
    <Notice level="caution" title={texts.delayed}>
      <p>
        <Reason reasons={[delay]} />
      </p>
    </Notice>
  )
}

function Refusal({ notSent: { clientId, refusal }, again }: NotSentProps) {
  const { t } = useAgent()
  const texts = t.windowHelp
  const sending = useAsk('sendHelpAgain')
  const dropping = useAsk('dropHelp')
  const acted = async (doing: Promise<unknown>): Promise<void> => {
    await doing
    again()
  }
  return (
    <Notice level="bad" title={texts.refused}>
      {refusal !== null && (
        <p>
          <Reason reasons={[refusal]} />
        </p>
      )}
      <div class="row">
        <Button onPress={() => void acted(sending.ask({ clientId }))}>{texts.sendAgain}</Button>
        <Button look="drastic" onPress={() => void acted(dropping.ask({ clientId }))}>
          {texts.drop}
        </Button>
      </div>
    </Notice>
  )
}
