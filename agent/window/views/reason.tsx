// Why a label is in its state, in the person's language; the agent's own English words where they are not known in it.
import { reasonWords } from '@pharmacy-relay/shared/texts/reason-words.ts'
import { useAgent } from '../agent-context.ts'

export function Reason({ words }: { readonly words: string }) {
  const { t } = useAgent()
  const said = reasonWords(words, t)
  if (said !== null) return <>{said.charAt(0).toLocaleUpperCase(t.locale) + said.slice(1)}</>
  return (
    <>
      {t.window.agentSays} <span lang="en">{words}</span>
    </>
  )
}
