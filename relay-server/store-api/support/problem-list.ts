// The list by problem as the panel asks for it.
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import {
  MAX_COUNTED,
  type ProblemListQuery,
  type supportApi,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import type { StoreDb } from '../database.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { problemFacts, problemPage } from './problem-list.queries.ts'

type ProblemPage = EndpointReply<(typeof supportApi)['listProblems']>

export async function listProblems(db: StoreDb, query: ProblemListQuery): Promise<ProblemPage> {
  // Read first: what commits in between is in the page and comes as an event once more, which is harmless.
  const newest = await lastEventId(db)
  const { counts, newestVersion, asOf } = await problemFacts(db, MAX_COUNTED)
  const { problem, page, pageSize } = query
  const isWithin = (page - 1) * pageSize < counts[problem]
  const items = isWithin ? await problemPage(db, query) : []
  return {
    items,
    total: counts[problem],
    page,
    pageSize,
    problem,
    counts,
    newestVersion,
    asOf: asOf.toISOString(),
    lastEventId: newest,
  }
}
