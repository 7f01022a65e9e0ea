// The way to the history of a computer's connection.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { historyPath } from '../../views/paths.ts'

interface HistoryLinkProps {
  readonly computer: Pick<RelayComputer, 'id' | 'displayName' | 'pcName'>
  readonly storeId: string
  readonly t: Texts
}

export function HistoryLink({ computer, storeId, t }: HistoryLinkProps) {
  return (
    <a class="row-link" href={historyPath(storeId, computer.id)}>
      {t.support.historyLink}
      <span class="visually-hidden">: {computerName(computer)}</span>
    </a>
  )
}
