// What every client of an endpoint table needs, without I/O: the address of a call, and the error in a refusal.
import { Problem, ProblemError } from '../problem.ts'
import { readerOf } from '../wire.ts'
import type { Endpoint, EndpointCall } from './endpoint.ts'

/** Path and query. Throws ProblemError `invalid` for a parameter that cannot stand in an address. */
export function addressOf<E extends Endpoint>(entry: E, { params, query }: EndpointCall<E>): string {
  return pathOf(entry, params) + queryOf(query)
}

/** What a reply of 400 and above says. `body`: as JSON, null where it is none; `retryAfter`: the header field. */
export function refusalIn(
  body: unknown,
  { status, retryAfter }: { readonly status: number; readonly retryAfter: string | null },
): ProblemError {
  const problem = readerOf(Problem).safeParse(body)
  if (!problem.success)
    return new ProblemError(
      'upstream_unavailable',
      `The service behind answered ${status} without saying why`,
    )
  const seconds = Number(retryAfter ?? Number.NaN)
  const { code, detail, title, errors, reason, candidates } = problem.data
  return new ProblemError(code, reason ?? detail ?? title, {
    ...(errors === undefined ? {} : { errors }),
    ...(candidates === undefined ? {} : { candidates }),
    ...(Number.isFinite(seconds) ? { retryAfterS: seconds } : {}),
  })
}

/** What stands for no reply at all. */
export function unanswered(error: unknown): ProblemError {
  const timedOut = error instanceof Error && error.name === 'TimeoutError'
  return timedOut
    ? new ProblemError('upstream_timeout', 'The service behind did not answer in time', { cause: error })
    : new ProblemError('upstream_unavailable', 'The service behind could not be reached', { cause: error })
}

function pathOf(entry: Endpoint, params: unknown): string {
  const values: Readonly<Record<string, unknown>> =
    typeof params === 'object' && params !== null ? { ...params } : {}
  return entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => pathSegment(name, String(values[name])))
}

/** Dot segments go up, however they are escaped. */
function pathSegment(name: string, value: string): string {
  if (value !== '' && value !== '.' && value !== '..' && value.isWellFormed())
    return encodeURIComponent(value)
  const errors = [{ path: `path.${name}`, message: 'cannot stand in an address' }]
  throw new ProblemError('invalid', 'Some fields are not valid', { errors })
}

/** Empty and absent values are left out. */
function queryOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
