// Users (Admin): GET /staff is the list, /staff/{guid} the page of one; POST below it sends links, changes role, state and factor, ends sessions.
import { Router } from 'express'
import { z } from 'zod'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { FactorReset } from '@pharmacy-relay/shared/api/identity-resets.ts'
import { UserRoleChange } from '@pharmacy-relay/shared/api/identity-users.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm } from '../../http/forms.ts'
import { redirect, redirectWithNotice, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { PATHS, userPath } from '../../views/paths.ts'
import { isShownInPlace } from './problem-notice.tsx'
import { userNotice, type UserNotice } from './user-notices.ts'
import { userPage } from './user-page.tsx'
import { UsersFilter, usersQuery } from './users-address.ts'
import { usersPage } from './users-page.tsx'

const FORMS = ['link', 'role', 'state', 'reset', 'reset/confirm', 'reset/end', 'session', 'sessions']

export function userRoutes(forIdentity: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.staff}/:guid`
  const { listUsers, getUser, sendUserLink, changeUserRole, changeUserState } = identityApi
  const { listFactorResets, askFactorReset, confirmFactorReset } = identityApi
  router.get(PATHS.staff, forIdentity([listUsers], showUsers))
  router.get(path, forIdentity([getUser], showUser))
  router.post(`${path}/link`, forIdentity([sendUserLink], sendLink))
  router.post(`${path}/role`, forIdentity([changeUserRole], changeRole))
  router.post(`${path}/state`, forIdentity([changeUserState], changeState))
  router.post(`${path}/reset`, forIdentity([askFactorReset], askReset))
  router.post(`${path}/reset/confirm`, forIdentity([confirmFactorReset], confirmReset))
  // Everybody may object to one, of his own factor; this is for who may withdraw.
  router.post(`${path}/reset/end`, forIdentity([listFactorResets], endReset))
  // Everybody may end sessions, his own; these pages are for who administers users.
  router.post(`${path}/session`, forIdentity([getUser], endSession))
  router.post(`${path}/sessions`, forIdentity([getUser], endSessions))
  // These addresses only answer forms; who comes back to them finds the user.
  const answers = FORMS.map((last) => `${path}/${last}`)
  router.get(answers, forIdentity([getUser], toUser))
  return router
}

const showUsers: StaffHandler = async (context, identity) => {
  const filter = UsersFilter.safeParse(context.request.query)
  if (!filter.success) {
    const errors = fieldFaults('query', filter.error)
    throw new ProblemError('invalid', 'The address of the list is not valid', { errors })
  }
  const query = usersQuery(filter.data)
  const [list, resets] = await Promise.all([
    identity(identityApi.listUsers, { params: null, query, body: null }),
    resetsFor(context, identity),
  ])
  const html = usersPage({ frame: context.frame(), filter: filter.data, list, resets: resets ?? [] })
  await sendHtml(context, html)
}

/** Null for who may not see them. */
async function resetsFor(context: RequestContext, identity: StoreCall): Promise<FactorReset[] | null> {
  if (!may(context.viewer, identityApi.listFactorResets)) return null
  return (await identity(identityApi.listFactorResets, { params: null, query: null, body: null })).resets
}

const showUser: StaffHandler = async (context, identity) => {
  await sendUser(context, identity, null)
}

async function sendUser(
  context: RequestContext,
  identity: StoreCall,
  problem: ProblemError | null,
): Promise<void> {
  const call = { params: { guid: guidOf(context) }, query: null, body: null }
  const mayList = may(context.viewer, identityApi.listSessions)
  const [user, listed, resets] = await Promise.all([
    identity(identityApi.getUser, call),
    mayList ? identity(identityApi.listSessions, call) : null,
    resetsFor(context, identity),
  ])
  const asked = resets?.find((reset) => reset.user.guid === user.guid) ?? null
  const viewerGuid = context.session?.user.guid ?? ''
  if (problem !== null) setRetryAfter(context, problem)
  const html = userPage({
    frame: context.frame(userPath(user.guid)),
    user,
    sessions: listed?.sessions ?? null,
    reset: resets === null ? null : { asked, viewerGuid },
    notice: userNotice(context.takeNotice()),
    problem,
  })
  await sendHtml(context, html, problem === null ? 200 : PROBLEM_CODES[problem.code].status)
}

const sendLink: StaffHandler = async (context, identity) => {
  const body = readForm(z.object({ language: Language }), context.request.body)
  await changed(context, identity, 'link_sent', (params) =>
    identity(identityApi.sendUserLink, { params, query: null, body }),
  )
}

const changeRole: StaffHandler = async (context, identity) => {
  const { role } = readForm(UserRoleChange.pick({ role: true }).strip(), context.request.body)
  const body = { role, pharmacyId: null }
  await changed(context, identity, 'role_changed', (params) =>
    identity(identityApi.changeUserRole, { params, query: null, body }),
  )
}

const changeState: StaffHandler = async (context, identity) => {
  const form = readForm(z.object({ isActive: z.enum(['true', 'false']) }), context.request.body)
  const body = { isActive: form.isActive === 'true' }
  await changed(context, identity, body.isActive ? 'enabled' : 'disabled', (params) =>
    identity(identityApi.changeUserState, { params, query: null, body }),
  )
}

const askReset: StaffHandler = async (context, identity) => {
  const body = readForm(z.object({ language: Language }), context.request.body)
  await changed(context, identity, 'reset_asked', (params) =>
    identity(identityApi.askFactorReset, { params, query: null, body }),
  )
}

const confirmReset: StaffHandler = async (context, identity) => {
  await changed(context, identity, 'reset_done', (params) =>
    identity(identityApi.confirmFactorReset, { params, query: null, body: null }),
  )
}

const endReset: StaffHandler = async (context, identity) => {
  await changed(context, identity, 'reset_ended', (params) =>
    identity(identityApi.endFactorReset, { params, query: null, body: null }),
  )
}

const endSession: StaffHandler = async (context, identity) => {
  const { session: sessionId } = readForm(z.object({ session: Uuid }), context.request.body)
  await changed(context, identity, 'session_ended', (params) =>
    identity(identityApi.endSession, { params: { ...params, sessionId }, query: null, body: null }),
  )
}

const endSessions: StaffHandler = async (context, identity) => {
  await changed(context, identity, 'sessions_ended', (params) =>
    identity(identityApi.endOtherSessions, { params, query: null, body: null }),
  )
}

/** Leads to the user, whose page says what was done; what was refused is said on it at once. */
async function changed(
  context: RequestContext,
  identity: StoreCall,
  ...[notice, change]: readonly [UserNotice, (params: { readonly guid: string }) => Promise<unknown>]
): Promise<void> {
  const guid = guidOf(context)
  try {
    await change({ guid })
  } catch (error) {
    if (!(error instanceof ProblemError) || !isShownInPlace(error)) throw error
    return await sendUser(context, identity, error)
  }
  await redirectWithNotice(context, userPath(guid), notice)
}

const toUser: StaffHandler = async (context) => {
  await redirect(context, userPath(guidOf(context)))
}

/** Throws ProblemError `not_found`. */
function guidOf({ request }: RequestContext): string {
  const guid = Uuid.safeParse(request.params['guid'])
  if (!guid.success) throw new ProblemError('not_found', 'There is no such user')
  return guid.data
}
