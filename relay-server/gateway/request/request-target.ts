// Judges a request target (rule G7): origin-form, plain path, valid escapes; never decodes or normalises what is forwarded.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { refusalOfTarget } from '../../http/admission/head-limits.ts'

export interface RequestTarget {
  readonly path: string
  /** With its question mark; empty when there is none. */
  readonly query: string
}

// What RFC 3986 allows in a path, without `;`, which some servers cut segments at.
const PATH = /^\/[A-Za-z0-9\-._~!$&'()*+,=:@%/]*$/
const QUERY = /^[\x21\x22\x24-\x7e]*$/
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/
// Controls, `#`, `%`, `.`, `/`, `;`, `?`, `\` and DEL: characters that change meaning when somebody decodes them.
const UNSAFE_ESCAPE = /%(?:[01][0-9a-f]|2[35ef]|3[bf]|5c|7f)/i

/** Throws ProblemError `target_too_long` or `request_refused`. */
export function judgeTarget(target: string): RequestTarget {
  const tooLong = refusalOfTarget(target)
  if (tooLong !== null) throw tooLong
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const query = mark < 0 ? '' : target.slice(mark)
  if (!PATH.test(path))
    throw refused('The path is not in origin form, or holds characters that are not allowed')
  if (!QUERY.test(query)) throw refused('The query holds characters that are not allowed')
  if (path.includes('//') || DOT_SEGMENT.test(path)) throw refused('The path holds empty or dot segments')
  if (path.includes('%')) judgeEscapes(path)
  return { path, query }
}

function judgeEscapes(path: string): void {
  if (UNSAFE_ESCAPE.test(path)) throw refused('The path holds an escape that is not allowed')
  try {
    // Decoded only to learn whether every escape is well formed UTF-8.
    decodeURIComponent(path)
  } catch {
    throw refused('The path holds an escape that is not UTF-8')
  }
}

function refused(detail: string): ProblemError {
  return new ProblemError('request_refused', detail)
}
