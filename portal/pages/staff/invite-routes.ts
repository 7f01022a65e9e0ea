// GET /staff/invite is the form, POST invites (Admin).
import { Router } from 'express'
import { z } from 'zod'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { LinkWay } from '@pharmacy-relay/shared/api/identity-users.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { NewUser } from '@pharmacy-relay/shared/api/identity-links.ts'
import { PROBLEM_CODES, ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { redirectWithNotice, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { PATHS, userPath } from '../../views/paths.ts'
import { invitePage, type InvitePageProps, type InviteValues } from './invite-page.tsx'
import { isShownInPlace } from './problem-notice.tsx'

export function inviteRoutes(forIdentity: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.invite, forIdentity([identityApi.inviteUser], show))
  router.post(PATHS.invite, forIdentity([identityApi.inviteUser], invite))
  return router
}

const show: StaffHandler = async (context, identity) => {
  const { language } = context.preferences
  const values = { name: '', email: '', phone: '', role: 'Support', language }
  const way = await linkWay(context, identity)
  await sendHtml(context, invitePage({ frame: context.frame(), values, faults: [], way, problem: null }))
}

/** Null where the viewer may not know, and of an identity API of the version before. */
async function linkWay({ viewer }: RequestContext, identity: StoreCall): Promise<LinkWay | null> {
  if (!may(viewer, identityApi.listUsers)) return null
  const call = { params: null, query: { page: '1', pageSize: '1' }, body: null }
  return (await identity(identityApi.listUsers, call)).linksGoBy ?? null
}

const InviteForm = z.object({
  name: typed(1_000),
  email: typed(1_000),
  phone: typed(100),
  role: typed(20),
  language: Language,
})

const invite: StaffHandler = async (context, identity) => {
  const values = readForm(InviteForm, context.request.body)
  const body = NewUser.safeParse(newUserOf(values))
  if (!body.success)
    return await again(context, identity, { values, faults: fieldFaults('body', body.error), problem: null })
  try {
    const user = await identity(identityApi.inviteUser, { params: null, query: null, body: body.data })
    await redirectWithNotice(context, userPath(user.guid), 'invited')
  } catch (error) {
    if (!(error instanceof ProblemError) || !isShownInPlace(error)) throw error
    await again(context, identity, { values, faults: error.errors, problem: error })
  }
}

function newUserOf({ name, email, phone, role, language }: InviteValues) {
  const number = phone.replaceAll(/[\s()./-]/g, '')
  return {
    name: name.trim(),
    email: email.trim(),
    role,
    language,
    pharmacyId: null,
    phone: number === '' ? null : number,
  }
}

async function again(
  context: RequestContext,
  identity: StoreCall,
  shown: Omit<InvitePageProps, 'frame' | 'way'>,
): Promise<void> {
  if (shown.problem !== null) setRetryAfter(context, shown.problem)
  const way = await linkWay(context, identity)
  const html = invitePage({ frame: context.frame(), way, ...shown })
  await sendHtml(context, html, PROBLEM_CODES[shown.problem?.code ?? 'invalid'].status)
}
