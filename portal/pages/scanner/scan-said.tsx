// What became of a scan, in words.
import { renderToString } from 'preact-render-to-string'
import { PROBLEM_CODES, type ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { problemWords } from '../../http/problem-words.ts'
import { Icon } from '../../views/icons.tsx'
import { PATHS } from '../../views/paths.ts'

export interface ScanSaid {
  /** `ended`: this phone is paired no more. `refused`: nothing was sent, or nobody has it. */
  readonly kind: 'taken' | 'ended' | 'refused'
  readonly words: string
  readonly status: number
}

/** `outcome`: null when the workplace has the scan. */
export function saidAbout(
  outcome: ProblemError | null,
  { workplace, t }: { readonly workplace: string; readonly t: Texts },
): ScanSaid {
  const s = t.scanner
  if (outcome === null) return { kind: 'taken', words: s.taken(workplace), status: 200 }
  switch (outcome.code) {
    case 'token_invalid':
    case 'state_conflict':
      return { kind: 'ended', words: s.ended, status: 409 }
    case 'device_offline':
      return { kind: 'refused', words: s.nobody(workplace), status: 409 }
    case 'invalid':
      return { kind: 'refused', words: s.unreadable, status: 422 }
    default:
      return {
        kind: 'refused',
        words: problemWords(outcome, t),
        status: PROBLEM_CODES[outcome.code].status,
      }
  }
}

/** Stands in the live region of the page, which reads it out. The script hears by `data-said` how it sounds. */
export function Said({ said: { kind, words }, t }: { readonly said: ScanSaid; readonly t: Texts }) {
  return (
    <p class={`scan-said scan-${kind}`} data-said={kind}>
      <Icon name={kind === 'taken' ? 'check' : 'alert'} />
      <span>
        {words} {kind === 'ended' && <a href={PATHS.pairScanner}>{t.scanner.pair}</a>}
      </span>
    </p>
  )
}

export function saidFragment(said: ScanSaid, t: Texts): string {
  return renderToString(<Said said={said} t={t} />)
}
