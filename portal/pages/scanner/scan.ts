// GET and POST /scanner: what this phone scans goes to its workplace, and the answer says in words whether it arrived.
import { z } from 'zod'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { Scan } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { redirect, redirectWithNotice, sendHtml } from '../../http/replies.ts'
import { allowCamera } from '../../http/security-headers.ts'
import { PATHS } from '../../views/paths.ts'
import { scanPage } from './scan-page.tsx'
import { saidAbout, saidFragment, type ScanSaid } from './scan-said.tsx'
import { askPharmacy, type ScannerVisit } from './scanner-visit.ts'

const ScanForm = z.object({ scan: typed(1_000) })

export async function showScanning(visit: ScannerVisit): Promise<void> {
  const { context, paired, cookie } = visit
  if (paired === null || paired.workplace === null) return await redirect(context, PATHS.pairScanner)
  context.addCookie(await cookie.write(paired))
  const { workplace } = paired
  const t = texts(context.preferences.language)
  const word = context.takeNotice()
  const said = word === 'taken' ? saidAbout(null, { workplace, t }) : null
  await sendPage(visit, { said, isFresh: word === 'paired', status: 200 })
}

/** The script gets the words alone. Without it a scan that was taken leads back to the page, so that a reload sends none again. */
export async function sendScan(visit: ScannerVisit): Promise<void> {
  const { context, paired, cookie } = visit
  const { scan } = readForm(ScanForm, context.request.body)
  const outcome = await outcomeOf(visit, scan.trim())
  const t = texts(context.preferences.language)
  const said = saidAbout(outcome, { workplace: paired?.workplace ?? '', t })
  const { status, kind } = said
  if (kind === 'ended' && paired !== null)
    context.addCookie(await cookie.write({ ...paired, workplace: null }))
  if (context.wantsFragment) return await sendHtml(context, saidFragment(said, t), status)
  if (kind === 'ended') return await redirect(context, PATHS.pairScanner)
  if (kind === 'taken') return await redirectWithNotice(context, PATHS.scanner, 'taken')
  await sendPage(visit, { said, isFresh: false, status })
}

/** Null: the workplace has it. */
async function outcomeOf(visit: ScannerVisit, text: string): Promise<ProblemError | null> {
  const { paired } = visit
  const body = Scan.safeParse({ scan: text })
  if (paired === null || paired.workplace === null)
    return new ProblemError('token_invalid', 'This phone is paired with no workplace')
  if (!body.success) return new ProblemError('invalid', 'This is nothing that a scanner reads')
  try {
    await askPharmacy(visit, pharmacyApi.postScan, { body: body.data, token: paired.token })
    return null
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'internal') throw error
    return error
  }
}

async function sendPage(
  { context, paired }: ScannerVisit,
  shown: { readonly said: ScanSaid | null; readonly isFresh: boolean; readonly status: number },
): Promise<void> {
  const { said, isFresh, status } = shown
  const [name, workplace] = [paired?.name ?? '', paired?.workplace ?? '']
  allowCamera(context.response)
  const page = scanPage({ frame: context.frame(PATHS.scanner), name, workplace, said, isFresh })
  await sendHtml(context, page, status)
}
