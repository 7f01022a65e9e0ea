// The link in a text message of a pharmacy: which pharmacy it is, and the end of its messages.
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { problemWords } from '../../http/problem-words.ts'
import { sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { LinkVisit } from './link-visit.ts'
import { noSmsPage } from './no-sms-page.tsx'

export async function showNoSms(visit: LinkVisit): Promise<void> {
  await answer(visit, async () => await askPharmacy(visit, pharmacyApi.readSmsOptOut))
}

/** The cookie stays: pressed again, or reloaded, the page says the same. */
export async function endSms(visit: LinkVisit): Promise<void> {
  await answer(visit, async () => {
    const { pharmacy } = await askPharmacy(visit, pharmacyApi.optOutOfSms)
    return { pharmacy, isEnded: true }
  })
}

async function answer(
  { context }: LinkVisit,
  ask: () => Promise<{ readonly pharmacy: string; readonly isEnded: boolean }>,
): Promise<void> {
  try {
    const found = await ask()
    await sendHtml(context, noSmsPage({ frame: context.frame(), ...found, fault: null }))
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'internal') throw error
    if (error.reason?.code === 'opt_out_link_over') return await sendNoSmsOver({ context })
    setRetryAfter(context, error)
    const fault = problemWords(error, texts(context.preferences.language))
    const page = { frame: context.frame(), pharmacy: null, isEnded: false, fault }
    await sendHtml(context, noSmsPage(page), PROBLEM_CODES[error.code].status)
  }
}

export async function sendNoSmsOver({ context }: Pick<LinkVisit, 'context'>): Promise<void> {
  const page = { frame: context.frame(), pharmacy: null, isEnded: false, fault: null }
  await sendHtml(context, noSmsPage(page), 409)
}

type OfToken = typeof pharmacyApi.readSmsOptOut | typeof pharmacyApi.optOutOfSms

async function askPharmacy<E extends OfToken & Endpoint>(
  { pharmacy, context, token }: LinkVisit,
  entry: E,
): Promise<EndpointResult<E>> {
  const call = { params: null, query: null, body: { token } } as EndpointCall<E>
  return await pharmacy.forBrowser(entry, call, { clientAddress: context.clientAddress, token: null })
}
