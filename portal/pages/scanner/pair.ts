// GET and POST /scanner/pair: the code of a workplace makes this phone its scanner.
import { z } from 'zod'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { DeviceName } from '@pharmacy-relay/shared/api/pharmacy/devices.ts'
import { PairingCode } from '@pharmacy-relay/shared/pairing.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirectWithNotice, sendHtml, setRetryAfter } from '../../http/replies.ts'
import { PATHS } from '../../views/paths.ts'
import { NO_PAIR_FAULTS, pairPage, type PairFaults } from './pair-page.tsx'
import { askPharmacy, type ScannerVisit } from './scanner-visit.ts'

const PairForm = z.object({ code: typed(100), name: typed(200) })

export async function showPairing({ context, paired }: ScannerVisit): Promise<void> {
  const isForgotten = context.takeNotice() === 'forgotten'
  const notice = paired !== null && paired.workplace === null ? 'ended' : isForgotten ? 'forgotten' : null
  const entries = { code: '', name: paired?.name ?? '' }
  await sendHtml(context, pairPage({ frame: context.frame(), entries, faults: NO_PAIR_FAULTS, notice }))
}

export async function pair(visit: ScannerVisit): Promise<void> {
  const { context, paired, cookie } = visit
  const entries = readForm(PairForm, context.request.body)
  const t = texts(context.preferences.language)
  const code = PairingCode.safeParse(entries.code)
  const name = DeviceName.safeParse(entries.name.trim())
  const faults = {
    code: code.success ? null : t.scanner.codeFault,
    name: name.success ? null : t.scanner.nameFault,
    all: null,
  }
  if (!code.success || !name.success) return await showFaults(visit, { entries, faults, status: 422 })
  try {
    const body = { code: code.data, name: name.data, token: paired?.token ?? null }
    const { token, workplace } = await askPharmacy(visit, pharmacyApi.pairScanner, { body, token: null })
    context.addCookie(await cookie.write({ token, name: name.data, workplace }))
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'internal') throw error
    setRetryAfter(context, error)
    const { status } = PROBLEM_CODES[error.code]
    return await showFaults(visit, { entries, faults: faultsOf(error, t), status })
  }
  await redirectWithNotice(context, PATHS.scanner, 'paired')
}

function faultsOf(error: ProblemError, t: Texts): PairFaults {
  if (error.code === 'not_found') return { ...NO_PAIR_FAULTS, code: t.scanner.codeOver }
  const all = error.code === 'state_conflict' ? t.scanner.full : problemWords(error, t)
  return { ...NO_PAIR_FAULTS, all }
}

async function showFaults(
  { context }: ScannerVisit,
  refused: {
    readonly entries: z.infer<typeof PairForm>
    readonly faults: PairFaults
    readonly status: number
  },
): Promise<void> {
  const { entries, faults, status } = refused
  await sendHtml(context, pairPage({ frame: context.frame(), entries, faults, notice: null }), status)
}
