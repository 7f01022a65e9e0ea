// The pharmacies of an incident: which of them still have the problem, since when, and where it is over.
import {
  MAX_PLACES,
  type IncidentPlace,
  type SupportTaskDetail,
} from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { renderToString } from 'preact-render-to-string'
import { customerPath } from '../../views/paths.ts'
import { Age } from '../../views/times/time.tsx'
import { taskStepPath } from './task-address.ts'

/** What is looked at once a minute is news to nobody else. */
const REFRESH_S = 30

interface PlacesProps {
  readonly task: SupportTaskDetail
  readonly now: Date
  readonly t: Texts
}

/** Nothing for a task that is no incident. */
export function IncidentPlaces(props: PlacesProps) {
  const { incident } = props.t.supportTasks
  if (props.task.hit === null) return null
  return (
    <section class="card-plain task-part" aria-labelledby="task-places">
      <h2 id="task-places">{incident.places}</h2>
      <p class="muted">{incident.placesHint}</p>
      <PlacesRegion {...props} />
    </section>
  )
}

/** The fragment that replaces `#task-places-now`; empty for a task that is no incident. */
export function placesRegion(props: PlacesProps): string {
  return renderToString(<PlacesRegion {...props} />)
}

function PlacesRegion({ task, now, t }: PlacesProps) {
  const { incident } = t.supportTasks
  const { hit, places } = task
  return (
    <div
      id="task-places-now"
      data-live-region
      data-refresh={taskStepPath(task.id, 'places')}
      data-refresh-s={REFRESH_S}
      data-event-id={String(task.lastEventId)}
      data-now={now.toISOString()}
    >
      {hit !== null && <p>{incident.hit(hit.now, hit.all)}</p>}
      <ol class="task-log incident-places">
        {places.map((place) => (
          <Place key={place.storeId} place={place} now={now} t={t} />
        ))}
      </ol>
      {hit !== null && hit.all > MAX_PLACES && <p class="muted">{incident.more(hit.all - MAX_PLACES)}</p>}
    </div>
  )
}

function Place({ place, now, t }: { readonly place: IncidentPlace; readonly now: Date; readonly t: Texts }) {
  const { incident, since } = t.supportTasks
  const { storeId, name, computers, since: begun, wellSince } = place
  return (
    <li>
      <a href={customerPath(storeId)}>
        <bdi>{name}</bdi> ({storeId})
      </a>
      <span class="sub">
        {incident.computers(computers)} · {wellSince === null ? since : incident.overSince}{' '}
        <Age at={wellSince ?? begun} now={now} locale={t.locale} />
      </span>
    </li>
  )
}
