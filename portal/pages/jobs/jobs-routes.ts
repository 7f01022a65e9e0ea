// The labels of a computer: GET …/jobs the page (?list=1 with its labels), GET …/jobs/list them alone, POST …/cancel one.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { isJobList, NEWEST_JOBS, type JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { NotFound } from './find-label.tsx'
import { labelPlace } from './label-place.ts'
import { jobList, type JobsAnswer } from './job-list.tsx'
import { jobsPage, type CancelAnswer } from './jobs-page.tsx'
import { PATHS, jobsPath } from '../../views/paths.ts'
import { addressedComputer, paramsOf, type FoundComputer } from '../../http/named-customer.ts'
import { refusalOf } from '../../http/device-refusal.ts'
import { redirect, sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import type { RequestContext } from '../../http/request-context.ts'

/** Characters of what is looked for. */
const MAX_NUMBER = 40

export function jobsRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId/jobs`
  router.get(path, forStaff([storeApi.ListJobsAsync], showPage))
  router.get(`${path}/list`, forStaff([storeApi.ListJobsAsync], showList))
  router.post(`${path}/:jobId/cancel`, forStaff([storeApi.CancelJobAsync], cancel))
  // The address only answers the form; who comes back to it finds the labels.
  router.get(`${path}/:jobId/cancel`, forStaff([storeApi.CancelJobAsync], toJobs))
  return router
}

const showPage: StaffHandler = async (context, store) => {
  const found = await addressedComputer(context, store)
  const place = placeOf(context, found)
  if (place?.kind === 'there') {
    const { computerId, before } = place
    const which = { only: null, before, isAsked: true }
    return await redirect(context, jobsPath(found.customer.storeId, computerId, which))
  }
  const page = pageOf(context)
  const answer = context.request.query['list'] === undefined ? null : await listed(found, store, page)
  await sendPage(context, { found, store, answer, page, notFound: place, cancel: null })
}

/** Null: no number was looked for. */
function placeOf({ request: { query } }: RequestContext, { computer, customer }: FoundComputer) {
  const { number } = query
  if (typeof number !== 'string' || number.trim() === '') return null
  return labelPlace(number.trim().slice(0, MAX_NUMBER), computer, customer)
}

const showList: StaffHandler = async (context, store) => {
  const found = await addressedComputer(context, store)
  const { csrfToken, language, viewer } = context.frame()
  const page = pageOf(context)
  const answer = await listed(found, store, page)
  const shown = { answer, page, isAsked: false, now: context.now() }
  await sendHtml(context, jobList({ viewer, ...found, ...shown, csrfToken, t: texts(language) }))
}

const cancel: StaffHandler = async (context, store) => {
  const found = await addressedComputer(context, store)
  const jobId = Uuid.safeParse(context.request.params['jobId'])
  if (!jobId.success) throw new ProblemError('not_found', 'There is no such label')
  const cancelled = await cancelJob(found, store, jobId.data)
  // One that did not answer in time is not asked at once again.
  const isThere = cancelled.kind === 'cancelled' || cancelled.code === 'state_conflict'
  const answer = isThere ? await listed(found, store, NEWEST_JOBS) : null
  await sendPage(context, { found, store, answer, page: NEWEST_JOBS, cancel: cancelled })
}

const toJobs: StaffHandler = async (context, store) => {
  const { customer, computer } = await addressedComputer(context, store)
  await redirect(context, jobsPath(customer.storeId, computer.id))
}

interface ShownJobs {
  readonly found: FoundComputer
  readonly store: StoreCall
  readonly answer: JobsAnswer | null
  readonly page: JobPage
  readonly notFound?: NotFound | null
  readonly cancel: CancelAnswer | null
}

/** The status tells of a label that could not be cancelled. */
async function sendPage(context: RequestContext, shown: ShownJobs): Promise<void> {
  const { found, store, answer, page: jobs, notFound = null } = shown
  const path = jobsPath(found.customer.storeId, found.computer.id, jobs)
  const counters = await store(storeApi.jobCounters, { params: paramsOf(found), query: null, body: null })
  const page = {
    frame: context.frame(path),
    ...found,
    counters,
    answer,
    page: jobs,
    notFound,
    cancel: shown.cancel,
  }
  const status = shown.cancel?.kind === 'problem' ? PROBLEM_CODES[shown.cancel.code].status : 200
  await sendHtml(context, jobsPage({ ...page, now: context.now() }), status)
}

/** Of an address that nobody here made: all labels. */
function pageOf({ request: { query } }: RequestContext): JobPage {
  const [only, before] = [query['only'], query['before']]
  return {
    only: typeof only === 'string' && isJobList(only) ? only : null,
    before: typeof before === 'string' && /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null,
  }
}

/** A computer that does not answer is an answer, too; the page around it stays. */
async function listed(
  found: FoundComputer,
  store: StoreCall,
  { only, before }: JobPage,
): Promise<JobsAnswer> {
  try {
    const query = {
      ...(only === null ? {} : { only }),
      ...(before === null ? {} : { before: String(before) }),
    }
    const call = { params: paramsOf(found), query, body: null }
    const { answer } = await store(storeApi.ListJobsAsync, call)
    return { kind: 'jobs', jobs: answer }
  } catch (error) {
    return refusalOf(error)
  }
}

async function cancelJob(found: FoundComputer, store: StoreCall, jobId: string): Promise<CancelAnswer> {
  const params = { ...paramsOf(found), jobId }
  try {
    const { answer } = await store(storeApi.CancelJobAsync, { params, query: null, body: null })
    return { kind: 'cancelled', number: labelNumber(answer) }
  } catch (error) {
    return refusalOf(error)
  }
}
