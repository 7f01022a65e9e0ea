// GET /sms-log: what became of text messages (Admin).
import { Router } from 'express'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { SmsLogQuery } from '@pharmacy-relay/shared/api/identity-sms.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { smsLogPage } from './sms-log-page.tsx'

export function smsLogRoutes(forIdentity: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.smsLog, forIdentity([identityApi.listSms], show))
  return router
}

const show: StaffHandler = async (context, identity) => {
  // A form without a choice says `state=`.
  const given = Object.entries(context.request.query).filter(([, value]) => value !== '')
  const parsed = SmsLogQuery.strip().safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    const errors = fieldFaults('query', parsed.error)
    throw new ProblemError('invalid', 'The address of the list is not valid', { errors })
  }
  const { page, pageSize, state } = parsed.data
  const query = { page: String(page), pageSize: String(pageSize), ...(state === undefined ? {} : { state }) }
  const list = await identity(identityApi.listSms, { params: null, query, body: null })
  await sendHtml(context, smsLogPage({ frame: context.frame(), query: parsed.data, list }))
}
