// The pages of a phone that is a scanner, or wants to be one.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { forgetPage } from '../scanner/forget-page.tsx'
import { NO_PAIR_FAULTS, pairPage } from '../scanner/pair-page.tsx'
import { scanPage } from '../scanner/scan-page.tsx'
import { saidAbout } from '../scanner/scan-said.tsx'
import { HOSTILE } from './fixtures.ts'

const OUTCOMES = ['device_offline', 'token_invalid', 'invalid', 'upstream_timeout'] as const

/** Page by name. Nobody is signed in. */
export function scannerPages(frame: FrameProps): Record<string, string> {
  const t = texts(frame.language)
  const { codeFault, codeOver, nameFault, full } = t.scanner
  const entries = { code: HOSTILE, name: HOSTILE }
  const asked = {
    frame,
    entries: { code: '', name: '' },
    faults: NO_PAIR_FAULTS,
    notice: null,
  }
  const paired = { frame, name: HOSTILE, workplace: HOSTILE, said: null, isFresh: false }
  const saidOf = (outcome: ProblemError | null) => saidAbout(outcome, { workplace: HOSTILE, t })
  const refused = OUTCOMES.map((code): [string, string] => [
    `scanner, ${code}`,
    scanPage({ ...paired, said: saidOf(new ProblemError(code, HOSTILE)) }),
  ])
  return {
    'pair scanner': pairPage(asked),
    'pair scanner, pair ended': pairPage({ ...asked, notice: 'ended' }),
    'pair scanner, forgotten': pairPage({ ...asked, notice: 'forgotten' }),
    'pair scanner, faulty': pairPage({
      ...asked,
      entries,
      faults: { code: codeFault, name: nameFault, all: HOSTILE },
    }),
    'pair scanner, code over': pairPage({
      ...asked,
      entries,
      faults: { code: codeOver, name: null, all: full },
    }),
    scanner: scanPage(paired),
    'scanner, paired': scanPage({ ...paired, isFresh: true }),
    'scanner, taken': scanPage({ ...paired, said: saidOf(null) }),
    ...Object.fromEntries(refused),
    'forget scanner': forgetPage({ frame, name: HOSTILE, fault: null }),
    'forget scanner, refused': forgetPage({ frame, name: HOSTILE, fault: HOSTILE }),
  }
}
