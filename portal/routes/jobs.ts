// The labels of a computer: GET …/jobs the page (?list=1 with its labels), GET …/jobs/list them alone, POST …/cancel one.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import { jobList, type JobsAnswer } from '../pages/jobs/job-list.tsx'
import { jobsPage, type CancelAnswer } from '../pages/jobs/jobs-page.tsx'
import { PATHS, jobsPath } from '../views/paths.ts'
import { foundIn, paramsOf, type FoundComputer } from './customers.ts'
import { refusalOf } from './device-refusal.ts'
import type { PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StaffHandler, type StoreCall } from './staff.ts'
import type { Visit } from './visit.ts'

export function jobsRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId/jobs`
  router.get(path, forStaff(parts, STAFF_ROLES, showPage(parts)))
  router.get(`${path}/list`, forStaff(parts, STAFF_ROLES, showList(parts)))
  router.post(`${path}/:jobId/cancel`, forStaff(parts, STAFF_ROLES, cancel(parts)))
  // The address only answers the form; who comes back to it finds the labels.
  router.get(`${path}/:jobId/cancel`, forStaff(parts, STAFF_ROLES, toJobs))
  return router
}

const showPage =
  (parts: PortalParts): StaffHandler =>
  async (visit, store) => {
    const found = await foundIn(visit, store)
    const answer = visit.request.query['list'] === undefined ? null : await listed(found, store)
    await sendPage(parts, visit, { found, store, answer, cancel: null })
  }

const showList =
  (parts: PortalParts): StaffHandler =>
  async (visit, store) => {
    const found = await foundIn(visit, store)
    const { csrfToken, language } = visit.frame()
    const answer = await listed(found, store)
    const now = new Date(parts.wallNowMs())
    await sendHtml(visit, jobList({ ...found, answer, csrfToken, now, t: texts(language) }))
  }

const cancel =
  (parts: PortalParts): StaffHandler =>
  async (visit, store) => {
    const found = await foundIn(visit, store)
    const jobId = Uuid.safeParse(visit.request.params['jobId'])
    if (!jobId.success) throw new ProblemError('not_found', 'There is no such label')
    const cancelled = await cancelJob(found, store, jobId.data)
    // One that did not answer in time is not asked at once again.
    const isThere = cancelled.kind === 'cancelled' || cancelled.code === 'state_conflict'
    const answer = isThere ? await listed(found, store) : null
    await sendPage(parts, visit, { found, store, answer, cancel: cancelled })
  }

const toJobs: StaffHandler = async (visit, store) => {
  const { customer, computer } = await foundIn(visit, store)
  await redirect(visit, jobsPath(customer.storeId, computer.id))
}

interface ShownJobs {
  readonly found: FoundComputer
  readonly store: StoreCall
  readonly answer: JobsAnswer | null
  readonly cancel: CancelAnswer | null
}

/** The status tells of a label that could not be cancelled. */
async function sendPage(parts: PortalParts, visit: Visit, shown: ShownJobs): Promise<void> {
  const { found, store, answer } = shown
  const path = jobsPath(found.customer.storeId, found.computer.id)
  const counters = await store(storeApi.jobCounters, { params: paramsOf(found), query: null, body: null })
  const page = { frame: { ...visit.frame(), path }, ...found, counters, answer, cancel: shown.cancel }
  const status = shown.cancel?.kind === 'problem' ? PROBLEM_CODES[shown.cancel.code].status : 200
  await sendHtml(visit, jobsPage({ ...page, now: new Date(parts.wallNowMs()) }), status)
}

/** A computer that does not answer is an answer, too; the page around it stays. */
async function listed(found: FoundComputer, store: StoreCall): Promise<JobsAnswer> {
  try {
    const { jobs } = await store(storeApi.listJobs, { params: paramsOf(found), query: null, body: null })
    return { kind: 'jobs', jobs }
  } catch (error) {
    return refusalOf(error)
  }
}

async function cancelJob(found: FoundComputer, store: StoreCall, jobId: string): Promise<CancelAnswer> {
  const params = { ...paramsOf(found), jobId }
  try {
    const { job } = await store(storeApi.cancelJob, { params, query: null, body: null })
    return { kind: 'cancelled', n: job.n }
  } catch (error) {
    return refusalOf(error)
  }
}
