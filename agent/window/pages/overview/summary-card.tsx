// The state in large words, with the one thing that helps; spoken when it changes.
import type { AgentStatus } from '../../../contract/agent-api.ts'
import { listOfSummary } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { Summary } from '@pharmacy-relay/shared/summary-codes.ts'
import { summaryOf } from '../../../contract/summary.ts'
import { summaryText } from '@pharmacy-relay/shared/texts/summary-text.ts'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Icon } from '../../views/icons.tsx'
import { Refused } from '../../views/notice.tsx'

export function SummaryCard({ status }: { readonly status: AgentStatus }) {
  const { t } = useAgent()
  const summary = summaryOf(status)
  const { level, text, advice, action } = summaryText(summary, t)
  return (
    <section class={`summary ${summary.level}`}>
      <span class="summary-icon">
        <Icon name={summary.level} />
      </span>
      <div class="summary-text">
        <div aria-live="polite">
          <h2>{level}</h2>
          <p class="summary-what">{text}</p>
          {advice !== null && <p>{advice}</p>}
        </div>
        {/* Its form stands below. */}
        {summary.code !== 'unpaired' && (action !== null || isTrouble(summary)) && (
          <div class="row">
            {action !== null && <Help summary={summary} text={action} />}
            {isTrouble(summary) && (
              <a class="button" href={hrefOf('help')}>
                {t.windowHelp.askHere}
              </a>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

/** Something that a person has to do about, and may not know how. */
function isTrouble({ level }: Summary): boolean {
  return level === 'attention' || level === 'offline'
}

function Help({ summary, text }: { readonly summary: Summary; readonly text: string }) {
  const resume = useAsk('resume')
  const isMain = summary.level !== 'ready'
  const goOn = async (): Promise<void> => {
    const answer = await resume.ask(null)
    // The button goes with the pause.
    if (answer?.ok === true) document.getElementById('content')?.focus()
  }
  if (summary.action === 'resume')
    return (
      <>
        <Button look="main" onPress={() => void goOn()}>
          {text}
        </Button>
        {resume.answer?.ok === false && <Refused refusal={resume.answer} />}
      </>
    )
  return (
    <a class={isMain ? 'button main' : 'button'} href={placeOf(summary)}>
      {text}
    </a>
  )
}

/** The page on which that is done: the one label, or the list that has those that are meant. */
function placeOf({ action, code, facts }: Summary): string {
  const list = listOfSummary(code)
  const only = facts.count === 1 ? facts.jobRef : undefined
  switch (action) {
    case 'pair':
    case 'peers':
      return hrefOf('pairing')
    case 'answer':
    case 'labels':
      return hrefOf('labels', only ?? list ?? 'all')
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
