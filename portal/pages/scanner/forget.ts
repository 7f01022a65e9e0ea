// GET and POST /scanner/forget: this phone is no scanner any more, here and at the pharmacy.
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirect, redirectWithNotice, sendHtml, setRetryAfter } from '../../http/replies.ts'
import { PATHS } from '../../views/paths.ts'
import { forgetPage } from './forget-page.tsx'
import { askPharmacy, type ScannerVisit } from './scanner-visit.ts'

export async function askToForget({ context, paired }: ScannerVisit): Promise<void> {
  if (paired === null) return await redirect(context, PATHS.pairScanner)
  await sendHtml(context, forgetPage({ frame: context.frame(), name: paired.name, fault: null }))
}

/** The cookie stays until the pharmacy has heard it: its token would else be good for who copied it. */
export async function forget(visit: ScannerVisit): Promise<void> {
  const { context, paired, cookie } = visit
  try {
    if (paired !== null)
      await askPharmacy(visit, pharmacyApi.forgetScanner, { body: null, token: paired.token })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'internal') throw error
    // Somebody at the pharmacy was first.
    if (error.code !== 'token_invalid') return await showRefusal(visit, error)
  }
  context.addCookie(cookie.clear)
  await redirectWithNotice(context, PATHS.pairScanner, 'forgotten')
}

async function showRefusal({ context, paired }: ScannerVisit, error: ProblemError): Promise<void> {
  const fault = problemWords(error, texts(context.preferences.language))
  setRetryAfter(context, error)
  const html = forgetPage({ frame: context.frame(), name: paired?.name ?? '', fault })
  await sendHtml(context, html, PROBLEM_CODES[error.code].status)
}
