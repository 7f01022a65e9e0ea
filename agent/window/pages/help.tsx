// Asking support for help: the conversation that is open, or the form that begins one, and the other ones below.
import type { HelpConversation } from '../../contract/help.ts'
import { useAgent } from '../agent-context.ts'
import { hrefOf, type Route } from '../route.ts'
import { shownOf } from '../use-help.ts'
import { usePolled } from '../use-polled.ts'
import { Time } from '../views/time.tsx'
import { AskForm } from './help/ask-form.tsx'
import { Talk } from './help/talk.tsx'

export function Help({ rest: [asked] }: Pick<Route, 'rest'>) {
  const { t, bridge, status } = useAgent()
  const { data: conversations, again } = usePolled(bridge, { method: 'conversations', params: null })
  if (status === null || conversations === null) return <output>{t.window.loading}</output>
  if (status.pharmacyId === null) return <Unpaired />
  const shown = shownOf(conversations, asked)
  const mayAsk = shown === null || shown.task?.state === 'done' || shown.task?.state === 'removed'
  return (
    <>
      {shown !== null && <Talk key={shown.key} conversationKey={shown.key} />}
      {mayAsk && (
        <AskForm
          isFirst={shown === null}
          onAsked={({ key }) => {
            again()
            location.hash = hrefOf('help', key)
          }}
        />
      )}
      <Others conversations={conversations.filter(({ key }) => key !== shown?.key)} />
    </>
  )
}

function Unpaired() {
  const { t } = useAgent()
  return (
    <section class="card">
      <p>{t.windowHelp.unpaired}</p>
      <div class="row">
        <a class="button main" href={hrefOf('pairing')}>
          {t.windowHelp.toPairing}
        </a>
      </div>
    </section>
  )
}

function Others({ conversations }: { readonly conversations: readonly HelpConversation[] }) {
  const { t } = useAgent()
  if (conversations.length === 0) return null
  return (
    <section class="card" aria-labelledby="other-requests">
      <h2 id="other-requests">{t.windowHelp.others}</h2>
      <ul class="plain">
        {conversations.map(({ key, subject, createdAt, task, unread }) => (
          <li key={key}>
            <a href={hrefOf('help', key)}>{subject ?? t.windowHelp.noSubject}</a>
            <span class="quiet">
              <Time at={createdAt} />
              {task?.state === 'done' && `, ${t.windowHelp.done}`}
              {unread > 0 && `, ${t.windowHelp.unread(unread)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
