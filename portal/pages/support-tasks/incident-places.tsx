// The pharmacies of an incident: which of them still have the problem, since when, and where it is over.
import {
  MAX_PLACES,
  type IncidentPlace,
  type SupportTaskDetail,
} from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { customerPath } from '../../views/paths.ts'
import { Age } from '../../views/times/time.tsx'

interface PlacesProps {
  readonly task: SupportTaskDetail
  readonly now: Date
  readonly t: Texts
}

/** Nothing for a task that is no incident. */
export function IncidentPlaces({ task, now, t }: PlacesProps) {
  const { incident } = t.supportTasks
  if (task.hit === null) return null
  return (
    <section class="card-plain task-part" aria-labelledby="task-places">
      <h2 id="task-places">{incident.places}</h2>
      <p class="muted">{incident.placesHint}</p>
      <ol class="task-log incident-places">
        {task.places.map((place) => (
          <Place key={place.storeId} place={place} now={now} t={t} />
        ))}
      </ol>
      {task.hit.all > MAX_PLACES && <p class="muted">{incident.more(task.hit.all - MAX_PLACES)}</p>}
    </section>
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
