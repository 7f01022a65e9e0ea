// The handlers of the endpoints of the desk of support.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { StoreDb } from '../database.ts'
import { changeAnswer, createAnswer, listAnswers, removeAnswer } from './answers.ts'
import { changesSince, recordVisit } from './changes.queries.ts'
import { listColleagues } from './colleagues.queries.ts'
import { readDashboard } from './dashboard.queries.ts'
import { readDuty, setDuty } from './duty.ts'
import { supportTimes } from './support-times.queries.ts'

type Handlers = EndpointHandlers<typeof storeApi>

/** `zone`: of the days on which nobody answers, IANA. */
export function supportDeskHandlers(db: StoreDb, zone: string) {
  return {
    getDuty: () => readDuty(db, zone),
    setDuty: ({ body, version, caller }) => setDuty({ db, zone }, caller, { ...body, version }),
    getDashboard: ({ caller }) => readDashboard(db, caller.subject),
    recordVisit: ({ caller }) => recordVisit(db, caller.subject),
    listChanges: ({ query, caller }) => changesSince(db, caller.subject, query.since),
    listSupportTimes: ({ query }) => supportTimes(db, query.zone),
    listColleagues: () => listColleagues(db),
    listAnswers: () => listAnswers(db),
    createAnswer: ({ body, caller }) => createAnswer(db, caller, body),
    changeAnswer: ({ params, body, version, caller }) =>
      changeAnswer(db, caller, { ...params, ...body, version }),
    removeAnswer: ({ params, caller }) => removeAnswer(db, caller, params),
  } satisfies Partial<Handlers>
}
