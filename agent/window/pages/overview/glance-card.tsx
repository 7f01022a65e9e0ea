// The state in large words, with the one thing that helps; spoken when it changes.
import type { AgentStatus } from '../../../contract/agent-api.ts'
import type { Glance } from '@pharmacy-relay/shared/summary-codes.ts'
import { glanceOf } from '../../../contract/summary.ts'
import { glanceWords } from '@pharmacy-relay/shared/texts/glance-words.ts'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Icon } from '../../views/icons.tsx'
import { Refused } from '../../views/notice.tsx'

export function GlanceCard({ status }: { readonly status: AgentStatus }) {
  const { t } = useAgent()
  const glance = glanceOf(status)
  const { level, words, advice, action } = glanceWords(glance, t)
  return (
    <section class={`glance ${glance.level}`}>
      <span class="glance-icon">
        <Icon name={glance.level} />
      </span>
      <div class="glance-words">
        <div aria-live="polite">
          <h2>{level}</h2>
          <p class="glance-what">{words}</p>
          {advice !== null && <p>{advice}</p>}
        </div>
        {/* Its form stands below. */}
        {action !== null && glance.code !== 'unpaired' && (
          <div class="row">
            <Help glance={glance} words={action} />
          </div>
        )}
      </div>
    </section>
  )
}

function Help({ glance, words }: { readonly glance: Glance; readonly words: string }) {
  const resume = useAsk('resume')
  const isMain = glance.level !== 'ready'
  const goOn = async (): Promise<void> => {
    const answer = await resume.ask(null)
    // The button goes with the pause.
    if (answer?.ok === true) document.getElementById('content')?.focus()
  }
  if (glance.action === 'resume')
    return (
      <>
        <Button look="main" onPress={() => void goOn()}>
          {words}
        </Button>
        {resume.answer?.ok === false && <Refused refusal={resume.answer} />}
      </>
    )
  return (
    <a class={isMain ? 'button main' : 'button'} href={placeOf(glance)}>
      {words}
    </a>
  )
}

/** The page on which that is done. */
function placeOf({ action, facts }: Glance): string {
  switch (action) {
    case 'pair':
    case 'peers':
      return hrefOf('pairing')
    case 'answer':
      return facts.count === 1 && facts.job !== undefined ? hrefOf('labels', facts.job) : hrefOf('labels')
    case 'labels':
    case 'printers':
    case 'doctor':
      return hrefOf(action)
    case 'updates':
      return hrefOf('about')
    case 'start':
    case 'resume':
    case null:
      return hrefOf('')
    default:
      return action satisfies never
  }
}
