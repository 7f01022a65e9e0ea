// One click sends the support bundle into the conversation: what the agent did, as text, without labels and names.
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { hrefOf } from '../../route.ts'
import { Button } from '../../views/button.tsx'
import { Refused } from '../../views/notice.tsx'

interface SendBundleProps {
  readonly conversationKey: string
  readonly again: () => void
}

export function SendBundle({ conversationKey, again }: SendBundleProps) {
  const { t } = useAgent()
  const texts = t.windowHelp
  const { busy, answer, ask } = useAsk('sendBundleToHelp')
  // The same one until the agent keeps it: a second click is no second file.
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  const send = async (): Promise<void> => {
    const given = await ask({ key: conversationKey, clientId })
    if (given?.ok === true) setClientId(crypto.randomUUID())
    again()
  }
  return (
    <div class="help-bundle">
      <p class="quiet">
        {texts.bundleText} <a href={hrefOf('logs')}>{texts.bundleSee}</a>
      </p>
      <div class="row">
        <Button onPress={() => void send()}>{texts.bundleSend}</Button>
        {busy && <output>{texts.bundleMaking}</output>}
      </div>
      {answer?.ok === false && <Refused refusal={answer} />}
    </div>
  )
}
