// Makes reasons: the parameters that the code wants, and the English of it for logs and the command line.
import { printingEn } from '../texts/en/printing.ts'
import { reasonsEn } from '../texts/en/reasons.ts'
import type { ReasonCode, ReasonParams } from './reason-codes.ts'
import { knownText, type ReasonLanguage } from './reason-text.ts'
import type { Reason } from './reason.ts'

const MAX_DETAIL = 300
const MAX_PARAM = 120

const ENGLISH: ReasonLanguage = {
  locale: 'en-GB',
  reasons: reasonsEn,
  printing: printingEn,
  newerReason: (said) => said,
}

/** `cause`: what a system said, such as ECONNRESET; stands in the English detail only. Never of a label's content. */
export function reason<Code extends ReasonCode>(code: Code, params: ReasonParams<Code>, cause = ''): Reason {
  const kept = Object.fromEntries(
    Object.entries<string | number>(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, MAX_PARAM) : value,
    ]),
  )
  const said = knownText(code, kept, ENGLISH) ?? code
  return {
    code,
    params: kept,
    detail: (cause === '' || cause === said ? said : `${said} (${cause})`).slice(0, MAX_DETAIL),
  }
}
