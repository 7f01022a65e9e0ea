// That support wrote, on the first page that a person sees.
import type { AgentStatus } from '../../../contract/agent-api.ts'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { Notice } from '../../views/notice.tsx'

export function HelpNews({ status }: { readonly status: AgentStatus }) {
  const { t } = useAgent()
  const unread = status.help?.unread ?? 0
  if (unread === 0) return null
  return (
    <Notice level="good" title={t.windowHelp.news(unread)}>
      <div class="row">
        <a class="button" href={hrefOf('help')}>
          {t.windowHelp.read}
        </a>
      </div>
    </Notice>
  )
}
