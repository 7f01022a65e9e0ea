// One place of a diagnosis, with texts as the contract allows them.
import type {
  DiagnosedHop,
  DiagnosisCode,
  DiagnosisFacts,
  Hop,
  Verdict,
} from '@pharmacy-relay/shared/diagnosis.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'

const LONGEST = { computer: 64, printer: 120, detail: 120, reason: 300 } as const
const MAX_MS = 60_000

/** Names come from other computers and words from the system: control characters become spaces, what is too long is cut. */
export function hop(
  [place, verdict, code]: readonly [Hop, Verdict, DiagnosisCode],
  facts: DiagnosisFacts = {},
  tookMs = 0,
): DiagnosedHop {
  const { computer, printer, reasons = [], ...rest } = facts
  const detail = rest.detail ?? (reasons.length === 0 ? undefined : reasonDetail(reasons))
  const texts = {
    ...(computer === undefined ? {} : { computer: plain(computer, LONGEST.computer) }),
    ...(printer === undefined ? {} : { printer: plain(printer, LONGEST.printer) }),
    ...(detail === undefined ? {} : { detail: plain(detail, LONGEST.detail) }),
    ...(reasons.length === 0 ? {} : { reasons: reasons.map(plainReason) }),
  }
  const whole = Math.min(MAX_MS, Math.max(0, Math.round(tookMs)))
  return { hop: place, verdict, code, facts: { ...rest, ...texts }, tookMs: whole }
}

function plainReason({ detail, ...reason }: Reason): Reason {
  return { ...reason, detail: plain(detail, LONGEST.reason) }
}

export function plain(text: string, longest: number): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  return clean.length <= longest ? clean : `${clean.slice(0, longest - 1).toWellFormed()}…`
}
