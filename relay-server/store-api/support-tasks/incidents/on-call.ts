// Each look at problems: not while the platform itself is unwell; afterwards whoever is on call is told of an incident, once.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { StoreDb } from '../../database.ts'
import type { SendSms } from '../../sms/sms-sender.ts'
import { followLastingProblems } from '../lasting-problems.ts'
import { incidentTold, untoldIncidents, type UntoldIncident } from './on-call.queries.ts'
import { isPlatformWell } from './platform-watch.queries.ts'

export interface OnCallParts {
  readonly db: StoreDb
  readonly sendSms: SendSms
}

/** How many tasks were made, opened again or ended. What the platform itself caused is no customer's task: nothing is looked at then. */
export async function lookAtProblems({ db, sendSms }: OnCallParts): Promise<number> {
  if (!(await isPlatformWell(db))) return 0
  try {
    return await followLastingProblems(db)
  } finally {
    await tellOnCall({ db, sendSms })
  }
}

/** What was not sent stays for the next look, for an hour; the key of a message is its incident, so that it is sent once. */
async function tellOnCall({ db, sendSms }: OnCallParts): Promise<void> {
  for (const incident of await untoldIncidents(db)) {
    const state = await sendSms({ ...messageOf(incident), phone: incident.phone })
    if (state === 'sent') await incidentTold(db, incident)
  }
}

function messageOf({ taskId, n, problem, pharmacies, language }: UntoldIncident) {
  const t = texts(language)
  const text = t.messages.incidentSms({
    task: t.supportTasks.number(taskId),
    pharmacies,
    problem: t.support.problems[problem],
  })
  return { idempotencyKey: `incident:${taskId}:${n}`, text }
}
