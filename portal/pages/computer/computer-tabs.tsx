// The pages of one computer: each links to the others that the viewer may see.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { computerPath, historyPath, jobsPath } from '../../views/paths.ts'

export type ComputerTab = 'details' | 'labels' | 'history'

interface ComputerTabsProps {
  readonly storeId: string
  readonly computer: RelayComputer
  readonly viewer: Viewer | null
  readonly current: ComputerTab
  readonly t: Texts
}

export function ComputerTabs({ storeId, computer, viewer, current, t }: ComputerTabsProps) {
  const { id } = computer
  const tabs = [
    { name: 'details', text: t.computers.details, href: computerPath(storeId, id), isThere: true },
    {
      name: 'labels',
      text: t.jobs.link,
      href: jobsPath(storeId, id),
      isThere: hasLabels(computer) && may(viewer, storeApi.ListJobsAsync),
    },
    {
      name: 'history',
      text: t.support.historyLink,
      href: historyPath(storeId, id),
      isThere: may(viewer, storeApi.computerHistory),
    },
  ] as const
  return (
    <nav class="tabs" aria-label={computerName(computer)}>
      {tabs
        .filter(({ name, isThere }) => isThere || name === current)
        .map(({ name, text, href }) => (
          <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
            {text}
          </a>
        ))}
    </nav>
  )
}

/** One that never had a role has no labels. */
export function hasLabels({ role, jobsWaiting }: RelayComputer): boolean {
  return role !== 0 || jobsWaiting !== null
}
