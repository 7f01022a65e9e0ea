// The ways to the lists of labels, each with how many it has; the one that is shown is marked.
import {
  jobListNames,
  type JobListCounts,
  type JobListName,
} from '@pharmacy-relay/shared/labels/job-lists.ts'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'

interface LabelListsProps {
  /** Null: all labels. */
  readonly shown: JobListName | null
  /** Null before the first answer. */
  readonly counts: JobListCounts | null
}

export function LabelLists({ shown, counts }: LabelListsProps) {
  const { t } = useAgent()
  const { lists } = t.labels
  return (
    <nav class="label-ways" aria-label={lists.title}>
      <ul class="lists">
        <Way href={hrefOf('labels')} isShown={shown === null} text={lists.all} />
        {jobListNames.map((list) => (
          <Way
            key={list}
            href={hrefOf('labels', list)}
            isShown={shown === list}
            text={counts === null ? lists[list] : lists.counted(lists[list], counts[list])}
          />
        ))}
      </ul>
    </nav>
  )
}

interface WayProps {
  readonly href: string
  readonly isShown: boolean
  readonly text: string
}

function Way({ href, isShown, text }: WayProps) {
  return (
    <li>
      <a class={isShown ? 'button main' : 'button'} href={href} aria-current={isShown ? 'page' : undefined}>
        {text}
      </a>
    </li>
  )
}
